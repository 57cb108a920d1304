//! The screens on which the app is looked at.

/// How large the page is, in its own pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right.
    pub width: u32,
    /// From top to bottom.
    pub height: u32,
    /// Whether it is a device that is touched.
    pub mobile: bool,
}

impl Size {
    /// A laptop.
    pub const DESKTOP: Size = Size::with_mouse(1440, 900);
    /// A telephone held upright.
    pub const PHONE: Size = Size::touched(390, 844);
    /// A telephone on its side.
    pub const PHONE_ON_ITS_SIDE: Size = Size::touched(844, 390);
    /// A tablet held upright.
    pub const TABLET: Size = Size::touched(820, 1180);
    /// A small laptop.
    pub const LAPTOP: Size = Size::with_mouse(1280, 720);
    /// An old screen.
    pub const OLD_SCREEN: Size = Size::with_mouse(1024, 768);

    const fn touched(width: u32, height: u32) -> Size {
        Size {
            width,
            height,
            mobile: true,
        }
    }

    const fn with_mouse(width: u32, height: u32) -> Size {
        Size {
            width,
            height,
            mobile: false,
        }
    }
}
