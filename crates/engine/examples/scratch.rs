#![forbid(unsafe_code)]
//! x
use engine::*;
use std::time::*;
struct H(Instant);
impl Host for H {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
    fn report(&self, r: &Report) {
        if let Report::Line(l) = r {
            if std::env::var("V").is_ok() {
                println!(
                    "d{} sd{} {:?} {:?} n{} t{:?} {:?}",
                    l.depth, l.seldepth, l.score, l.bound, l.effort.nodes, l.effort.time, l.line
                );
            }
        }
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut e = Engine::new(16).unwrap();
    if a[1] == "bench" {
        let h = H(Instant::now());
        let n = bench(
            &mut e,
            a.get(2).map_or(BENCH_DEPTH, |d| d.parse().unwrap()),
            &h,
        );
        let t = h.elapsed();
        println!(
            "{n} nodes {} nps {:?}",
            (n as f64 / t.as_secs_f64()) as u64,
            t
        );
        return;
    }
    let p = chess::Position::from_fen(&a[1]).unwrap();
    let o = e.search(
        &Root::new(p),
        &Limits::depth(a[2].parse().unwrap()),
        &Control::new(),
        &H(Instant::now()),
    );
    println!("{o:?}");
}
