//! The screen sizes of the scenarios.

use std::fmt;

/// The size of the page, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    pub width: u32,
    pub height: u32,
    /// Whether it is a touch device.
    pub mobile: bool,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} by {} pixels", self.width, self.height)
    }
}

impl Size {
    /// A laptop.
    pub const DESKTOP: Size = Size::with_mouse(1440, 900);
    /// A phone in portrait orientation.
    pub const PHONE: Size = Size::touched(390, 844);
    /// A phone in landscape orientation.
    pub const PHONE_ON_ITS_SIDE: Size = Size::touched(844, 390);
    /// A tablet in portrait orientation.
    pub const TABLET: Size = Size::touched(820, 1180);
    /// A small laptop.
    pub const LAPTOP: Size = Size::with_mouse(1280, 720);
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
