//! Exports the boards of a page as a picture: the page's SVG with its styles inlined.

use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, Element, HtmlCanvasElement, HtmlImageElement};

use super::browser;
use crate::effects::{Download, Picture, PictureFile};
use crate::geometry::Number;

/// The width of a picture in pixels.
const WIDTH: u32 = 1600;

/// The style properties that a picture keeps, each of which is also an SVG attribute.
const PROPERTIES: [&str; 15] = [
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-dasharray",
    "stroke-dashoffset",
    "opacity",
    "visibility",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
    "dominant-baseline",
    "paint-order",
];

/// Offers the boards as a download.
pub fn offer(file: PictureFile) {
    let PictureFile {
        picture,
        name,
        aspect,
    } = file;
    let Some(text) = drawing(aspect) else {
        return;
    };
    match picture {
        Picture::Svg => browser::download(&Download {
            name: format!("{name}.svg"),
            kind: "image/svg+xml",
            text,
        }),
        Picture::Png => {
            if let Err(error) = paint(&text, name, aspect) {
                leptos::logging::error!("the picture could not be made: {error:?}");
            }
        }
    }
}

/// The SVG as text.
fn drawing(aspect: f64) -> Option<String> {
    let shown = document().query_selector(".plane > svg").ok()??;
    let shapes = write_out_shapes(&shown)?;
    let copy: Element = shown.clone_node_with_deep(true).ok()?.unchecked_into();
    let written = write_styles(&shown, &copy);
    shapes.iter().for_each(Element::remove);
    written?;
    for left_out in elements(&copy, "defs, use")? {
        left_out.remove();
    }
    for mark in ["tabindex", "class", "role"] {
        let _ = copy.remove_attribute(mark);
    }
    let set = |name: &str, value: &str| copy.set_attribute(name, value).ok();
    set("xmlns", "http://www.w3.org/2000/svg")?;
    set("width", &WIDTH.to_string())?;
    set("height", &Number(f64::from(WIDTH) / aspect).to_string())?;
    Some(copy.outer_html())
}

fn elements(root: &Element, selector: &str) -> Option<Vec<Element>> {
    let list = root.query_selector_all(selector).ok()?;
    let all = (0..list.length()).filter_map(|index| list.item(index));
    Some(all.map(JsCast::unchecked_into).collect())
}

/// Puts the shape of each piece beside the reference to it, and returns what has to be removed again.
///
/// A shape has the colors of its player only where it is used. Those of a referenced shape cannot be
/// read, and not every program that opens a picture resolves references.
fn write_out_shapes(shown: &Element) -> Option<Vec<Element>> {
    let mut shapes = Vec::new();
    for reference in elements(shown, "use")? {
        let href = reference.get_attribute("href")?;
        let shape = shown.query_selector(&href).ok()??;
        let shape: Element = shape.clone_node_with_deep(true).ok()?.unchecked_into();
        shape.remove_attribute("id").ok()?;
        let class = reference.get_attribute("class").unwrap_or_default();
        shape.set_attribute("class", &class).ok()?;
        reference
            .parent_node()?
            .insert_before(&shape, Some(&reference))
            .ok()?;
        shapes.push(shape);
    }
    Some(shapes)
}

/// Copies the computed styles of each element to its copy.
fn write_styles(shown: &Element, copy: &Element) -> Option<()> {
    for (element, twin) in elements(shown, "*")?.iter().zip(elements(copy, "*")?) {
        let style = window().get_computed_style(element).ok()??;
        for property in PROPERTIES {
            let value = style.get_property_value(property).unwrap_or_default();
            if !value.is_empty() {
                twin.set_attribute(property, &value).ok()?;
            }
        }
        // The style sheet rotates pieces upright, around the middle of their square.
        if element.matches(".standing").unwrap_or(false) {
            let turn = style.get_property_value("transform").unwrap_or_default();
            if turn != "none" {
                let turn = format!("translate(50 50) {turn} translate(-50 -50)");
                twin.set_attribute("transform", &turn).ok()?;
            }
        }
    }
    Some(())
}

/// Renders the SVG and offers the image.
fn paint(text: &str, name: &'static str, aspect: f64) -> Result<(), JsValue> {
    let image = HtmlImageElement::new()?;
    let source = format!(
        "data:image/svg+xml;charset=utf-8,{}",
        String::from(js_sys::encode_uri_component(text))
    );
    let painted = image.clone();
    let paint = Closure::once_into_js(move || {
        if let Err(error) = paint_now(&painted, name, aspect) {
            leptos::logging::error!("the picture could not be painted: {error:?}");
        }
    });
    image.set_onload(Some(paint.unchecked_ref()));
    image.set_src(&source);
    Ok(())
}

fn paint_now(image: &HtmlImageElement, name: &str, aspect: f64) -> Result<(), JsValue> {
    let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
    let height = f64::from(WIDTH) / aspect;
    canvas.set_width(WIDTH);
    canvas.set_height(height.round() as u32);
    let context: CanvasRenderingContext2d = canvas
        .get_context("2d")?
        .ok_or("the browser has no canvas")?
        .unchecked_into();
    let body = document().body().ok_or("there is no page")?;
    let page = window()
        .get_computed_style(&body)?
        .ok_or("there is no style")?;
    context.set_fill_style_str(&page.get_property_value("background-color")?);
    context.fill_rect(0.0, 0.0, f64::from(WIDTH), height);
    context.draw_image_with_html_image_element_and_dw_and_dh(
        image,
        0.0,
        0.0,
        f64::from(WIDTH),
        height,
    )?;
    browser::download_from(&format!("{name}.png"), &canvas.to_data_url()?)
}
