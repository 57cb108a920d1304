//! The game report: its progress, the graph, and what each side lost.

use chess::Color;
use leptos::prelude::*;
use report::Judgment;
use wasm_bindgen::JsCast;

use super::store::Store;
use crate::analyse::{Graph, Place, ReportCommand, ReportView, SideView, Study};
use crate::app::page::Page;
use crate::app::watch::Watch;
use crate::geometry::Number;

/// The button that starts the report, stops it, goes on with it and makes it again.
#[component]
pub fn ReportButton() -> impl IntoView {
    let store = Store::of_context();
    let report = store.memo(Study::report);
    let is_running = move || report.with(|report| report.as_ref().is_some_and(|at| at.is_running));
    let is_complete = move || {
        report.with(|report| {
            let report = report.as_ref();
            report.is_some_and(|at| !at.is_running && at.done == at.total)
        })
    };
    let words = move || match (is_running(), report.with(Option::is_some)) {
        (true, _) => "Stop report",
        (false, false) => "Game report",
        (false, true) if is_complete() => "Evaluate again",
        (false, true) => "Resume report",
    };
    view! {
        <button class="grow" data-action="report"
            on:click=move |_| store.send(match is_running() {
                true => ReportCommand::Stop,
                false => ReportCommand::Begin,
            })>{words}</button>
    }
}

/// The report, if there is one.
#[component]
pub fn GameReport() -> impl IntoView {
    let store = Store::of_context();
    let report = store.memo(Study::report);
    let is_shown = Watch::new(move || report.with(Option::is_some));
    view! {
        {move || is_shown.get().then(|| card(store, report))}
    }
}

fn card(store: Store, report: Watch<Option<ReportView>>) -> impl IntoView {
    let part = move |read: fn(&ReportView) -> (usize, usize)| {
        Watch::new(move || report.with(|report| report.as_ref().map_or((0, 0), read)))
    };
    let progress = part(|report| (report.done, report.total));
    let graph = Watch::new(move || report.with(|report| report.as_ref().map(graph_of)));
    view! {
        <section class="card report" aria-label="Game report" data-testid="report">
            {move || {
                let (done, total) = progress.get();
                (done < total).then(|| view! {
                    <div class="report-progress">
                        <progress max=total.to_string() value=done.to_string() aria-label="Game report"></progress>
                        <span data-testid="report-progress">{format!("{done} of {total} positions")}</span>
                    </div>
                })
            }}
            <GraphView graph=graph/>
            {Color::ALL.map(|side| {
                let row = Watch::new(move || report.with(|report| {
                    report.as_ref().map(|report| report.sides[side as usize].clone())
                }));
                move || row.get().map(|row| side_row(store, side, row))
            }).into_iter().collect_view()}
        </section>
    }
}

fn graph_of(report: &ReportView) -> Graph {
    report.graph.clone()
}

/// The accuracy of a side, and its inaccuracies, mistakes and blunders; each leads to its next move.
fn side_row(store: Store, side: Color, row: SideView) -> impl IntoView {
    let counts = Judgment::ALL.into_iter().zip(row.counts);
    let buttons = counts.map(|(judgment, count)| {
        let words = format!("{count} {}", judgment.plural(count));
        view! {
            <button disabled={count == 0} aria-label=format!("{side}: {words}")
                title=words data-judged=format!("{side}-{}", judgment.name())
                on:click=move |_| store.send(ReportCommand::Next(side, judgment))>
                {count} " " <span class=judgment.name()>{judgment.sign()}</span>
            </button>
        }
    });
    view! {
        <div class="report-side" data-side=side.to_string()>
            <span>{side.to_string()}</span>
            <strong title="Accuracy" data-testid="accuracy">{row.accuracy}</strong>
            {buttons.collect_view()}
        </div>
    }
}

/// White's winning chances over the game. A click or a drag goes to a move, and so do the arrow keys,
/// as everywhere on the page.
#[component]
fn GraphView(graph: Watch<Option<Graph>>) -> impl IntoView {
    let store = Store::of_context();
    let place = store.memo(Study::place);
    let go = move |event: &web_sys::PointerEvent| {
        let target = event.current_target();
        let Some(element) = target.and_then(|target| target.dyn_into::<web_sys::Element>().ok())
        else {
            return;
        };
        let frame = element.get_bounding_client_rect();
        let share = (f64::from(event.client_x()) - frame.left()) / frame.width().max(1.0);
        let ply = graph.with_untracked(|graph| graph.as_ref().map(|graph| graph.ply_at(share)));
        if let Some(ply) = ply.filter(|ply| place.with_untracked(|place| place.ply != *ply)) {
            store.send(ReportCommand::Go(ply));
        }
    };
    let plies = move || graph.with(|graph| graph.as_ref().map_or(1, |graph| graph.plies));
    view! {
        <div class="graph" role="slider" tabindex="0" aria-label="Evaluation of the game" data-testid="graph"
            aria-valuemin="0" aria-valuemax=move || plies().to_string()
            aria-valuenow=move || place.with(|place| place.ply.to_string())
            aria-valuetext=move || place.with(|place: &Place| place.words.clone())
            on:pointerdown=move |event| go(&event)
            on:pointermove=move |event| if event.buttons() & 1 != 0 { go(&event) }>
            <svg viewBox=move || format!("0 0 {} 100", plies()) preserveAspectRatio="none" aria-hidden="true">
                <path class="graph-white" d=move || graph.with(|graph| graph.as_ref().map(|graph| graph.area.clone()))/>
                <path class="graph-even" d=move || format!("M0 50H{}", plies())/>
                <path class="graph-now" d=move || place.with(|place| format!("M{} 0V100", place.ply))/>
            </svg>
            {move || graph.get().map(marks)}
        </div>
    }
}

/// The marks of the moves that lost much. They lie above the picture, which is stretched.
fn marks(graph: Graph) -> impl IntoView {
    let plies = graph.plies as f64;
    let marks = graph.marks.into_iter().map(move |(ply, height, judgment)| {
        let left = 100.0 * ply as f64 / plies;
        view! {
            <i class=format!("graph-mark {}", judgment.name()) aria-hidden="true"
                style:left=format!("{}%", Number(left)) style:top=format!("{}%", Number(height))></i>
        }
    });
    marks.collect_view()
}
