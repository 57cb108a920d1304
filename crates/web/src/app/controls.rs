//! Buttons and fields as plain functions, so that the code exists once however often it is used.

use leptos::prelude::*;

pub fn button(
    action: &'static str,
    words: &'static str,
    press: impl Fn() + Send + Sync + 'static,
) -> AnyView {
    any_button(
        action,
        words,
        "",
        Signal::from(false),
        Callback::new(move |()| press()),
    )
}

/// A primary button, which can be disabled.
pub fn primary(
    action: &'static str,
    words: &'static str,
    is_disabled: Signal<bool>,
    press: impl Fn() + Send + Sync + 'static,
) -> AnyView {
    any_button(
        action,
        words,
        "primary",
        is_disabled,
        Callback::new(move |()| press()),
    )
}

fn any_button(
    action: &'static str,
    words: &'static str,
    class: &'static str,
    is_disabled: Signal<bool>,
    press: Callback<()>,
) -> AnyView {
    view! {
        <button type="button" class=class data-action=action disabled=is_disabled
            on:click=move |_| press.run(())>{words}</button>
    }
    .into_any()
}

pub fn text_field(
    label: &'static str,
    name: &'static str,
    hint: &'static str,
    value: String,
    typed: impl Fn(String) + Send + Sync + 'static,
) -> AnyView {
    any_field(label, name, hint, value, Callback::new(typed))
}

fn any_field(
    label: &'static str,
    name: &'static str,
    hint: &'static str,
    value: String,
    typed: Callback<String>,
) -> AnyView {
    view! {
        <p><label class="field">{label}
            <input type="text" data-field=name placeholder=hint prop:value=value
                on:input:target=move |event| typed.run(event.target().value())/>
        </label></p>
    }
    .into_any()
}

pub fn check(
    label: &'static str,
    name: &'static str,
    ticked: impl Fn(bool) + Send + Sync + 'static,
) -> AnyView {
    any_check(label, name, Callback::new(ticked))
}

fn any_check(label: &'static str, name: &'static str, ticked: Callback<bool>) -> AnyView {
    view! {
        <label class="choice-line">
            <input type="checkbox" data-field=name
                on:change:target=move |event| ticked.run(event.target().checked())/>
            <span>{label}</span>
        </label>
    }
    .into_any()
}
