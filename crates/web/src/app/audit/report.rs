//! The printed report: it is rendered when the page is about to be printed.

use leptos::prelude::*;

use super::store::Store;
use crate::app::page::Page;
use crate::audit::report::Report;

#[component]
pub fn PrintedReport() -> impl IntoView {
    let store = Store::of_context();
    let report = RwSignal::new(None::<Report>);
    let before = window_event_listener(leptos::ev::beforeprint, move |_| {
        let made = store.peek(|audit| (!audit.rows().is_empty()).then(|| Report::of(audit)));
        report.set(made);
    });
    let after = window_event_listener(leptos::ev::afterprint, move |_| report.set(None));
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
    move || report.get().map(sheet)
}

fn sheet(report: Report) -> impl IntoView {
    let kinds = report.kinds.into_iter().map(|(words, articles, count)| {
        view! { <tr><td>{words}</td><td>{articles}</td><td class="number">{count}</td></tr> }
    });
    let games = report.games.into_iter().map(|game| {
        let findings = game.findings.into_iter().map(|finding| {
            view! { <li>{finding.sentence} <span class="quiet">" (" {finding.when} ")"</span></li> }
        });
        view! {
            <section class="sheet-game">
                <h3>{game.number} ". " {game.title}</h3>
                <p class="quiet">{game.occasion}</p>
                <ul>{findings.collect_view()}</ul>
            </section>
        }
    });
    let articles = report
        .articles
        .into_iter()
        .map(|(number, words)| view! { <dt>{number}</dt> <dd>{words}</dd> });
    view! {
        <article class="sheet" data-testid="report">
            <h1>"Report of the referee"</h1>
            <p><strong>{report.title}</strong></p>
            <p>{report.files} ": " {report.summary} "."</p>
            <table>
                <thead><tr><th>"Finding"</th><th>"Article"</th><th class="number">"Number"</th></tr></thead>
                <tbody>{kinds.collect_view()}</tbody>
            </table>
            {games.collect_view()}
            {report.left_out.map(|words| view! { <p>{words}</p> })}
            <h2>"Articles of the FIDE Laws of Chess, in short"</h2>
            <dl>{articles.collect_view()}</dl>
        </article>
    }
}
