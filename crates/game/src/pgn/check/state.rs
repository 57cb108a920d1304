//! The state of a checker while it reads one game.

use std::borrow::Cow;

use crate::{GameResult, Outcome, Start};

use super::lines::{Lines, NotPlayed, Opened, Played};
use super::watch::Watch;
use super::{Report, Sink};
use crate::pgn::reader::{MoveText, Tag};
use crate::pgn::start::read_start;
use crate::pgn::text::unescape;
use crate::pgn::{Diagnostic, Options, Place, Problem, SEVEN_TAG_ROSTER, Tags, Text};

/// The state of checking a game.
#[derive(Debug)]
pub(super) struct State {
    options: Options,
    /// The standard start, created once.
    standard: Start,
    tags: Tags,
    /// The number of tags that count towards their limit.
    tags_read: usize,
    /// The length of the tags, comments and glyphs so far.
    text_bytes: usize,
    /// The places of the tags that are interpreted after all tags have been read.
    places: Vec<(&'static str, Place)>,
    lines: Lines,
    watch: Watch,
    report: Report,
    /// Whether the tags are complete and interpreted.
    is_started: bool,
    has_latin1: bool,
    has_overplayed: bool,
    /// The last difference of the move numbers, so that a shift is reported once.
    number_shift: i64,
    remarks: Vec<Remark>,
    /// The tag whose place is still to be stored.
    unplaced: Option<&'static str>,
}

/// A problem with the last event.
#[derive(Debug)]
struct Remark {
    problem: Problem,
    token: Option<String>,
    /// The tag with the problem, if it was read earlier.
    tag: Option<&'static str>,
}

/// Tags that are interpreted after all tags have been read.
const PLACED_TAGS: [&str; 3] = ["FEN", "SetUp", "Variant"];

/// The least that a tag, comment or glyph counts towards the limit of text.
const LEAST_TEXT: usize = 64;

impl State {
    pub(super) fn new(options: Options) -> State {
        let standard = Start::standard();
        State {
            options,
            standard,
            tags: Tags::new(),
            tags_read: 0,
            text_bytes: 0,
            places: Vec::new(),
            lines: Lines::new(standard.position),
            watch: Watch::new(standard.position),
            report: blank_report(0, standard),
            is_started: false,
            has_latin1: false,
            has_overplayed: false,
            number_shift: 0,
            remarks: Vec::new(),
            unplaced: None,
        }
    }

    /// Resets the state and keeps the memory.
    pub(super) fn clear(&mut self, game: u64) {
        self.tags.clear();
        self.tags_read = 0;
        self.text_bytes = 0;
        self.places.clear();
        self.report = blank_report(game, self.standard);
        self.lines.restart(self.standard.position);
        self.watch.restart(self.standard.position);
        self.is_started = false;
        self.has_latin1 = false;
        self.has_overplayed = false;
        self.number_shift = 0;
        self.remarks.clear();
        self.unplaced = None;
    }

    /// Stores where the game begins.
    pub(super) fn begin_at(&mut self, place: Place) {
        self.report.place = place;
    }

    pub(super) fn tags(&self) -> &Tags {
        &self.tags
    }

    pub(super) fn report(&self) -> Report {
        Report {
            plies: self.lines.plies,
            last: *self.lines.main_position(),
            ..self.report.clone()
        }
    }

    /// Whether the place of the last event is needed.
    #[inline]
    pub(super) fn needs_place(&self) -> bool {
        !self.remarks.is_empty() || self.unplaced.is_some()
    }

    /// Stores the place of the last event and reports its problems. Returns whether to skip the
    /// rest of the game.
    pub(super) fn take_place(&mut self, place: Place, sink: &mut impl Sink) -> bool {
        if let Some(tag) = self.unplaced.take() {
            self.places.push((tag, place));
        }
        let had_error = self.report.error.is_some();
        for remark in core::mem::take(&mut self.remarks) {
            let of_tag = |tag| self.places.iter().find(|(placed, _)| Some(*placed) == tag);
            let diagnostic = Diagnostic {
                game: self.report.game,
                ply: self.lines.plies,
                place: of_tag(remark.tag).map_or(place, |&(_, place)| place),
                token: remark.token,
                problem: remark.problem,
            };
            self.tell(diagnostic, sink);
        }
        !had_error && self.report.error.is_some()
    }

    /// Reports a problem. Of many warnings, only the first are passed on.
    pub(super) fn tell(&mut self, mut diagnostic: Diagnostic, sink: &mut impl Sink) {
        diagnostic.ply = self.lines.plies;
        let is_error = diagnostic.is_error();
        if is_error || self.report.warnings < self.options.limits.warnings {
            sink.diagnosed(&diagnostic);
        }
        if !is_error {
            self.report.warnings += 1;
        } else if self.report.error.is_none() {
            self.report.error = Some(diagnostic);
        }
    }

    fn remark(&mut self, problem: Problem, token: Option<String>) {
        self.remarks.push(Remark {
            problem,
            token,
            tag: None,
        });
    }

    pub(super) fn tag(&mut self, tag: Tag<'_>) {
        let (name, value) = (tag.name.decode(), tag.value.decode());
        for (text, decoded) in [(tag.name, &name), (tag.value, &value)] {
            // Text that had to be converted was not UTF-8.
            if matches!(decoded, Cow::Owned(_)) {
                self.note_latin1(text);
            }
        }
        if !self.has_room_for_tag(&name, tag) {
            return;
        }
        let value = unescape(value);
        if !self.tags.add(&name, &value) {
            return self.remark(Problem::DuplicateTag, Some(tag.name.excerpt()));
        }
        self.unplaced = PLACED_TAGS.into_iter().find(|placed| *placed == name);
        if name == "Result" && value.parse::<GameResult>().is_err() {
            self.remark(Problem::UnknownResultTag, Some(tag.value.excerpt()));
        }
    }

    /// Counts a tag; returns whether it is within the limits.
    fn has_room_for_tag(&mut self, name: &str, tag: Tag<'_>) -> bool {
        let is_expected = SEVEN_TAG_ROSTER.contains(&name) || PLACED_TAGS.contains(&name);
        if !is_expected || self.tags.get(name).is_some() {
            self.tags_read += 1;
        }
        let limit = self.options.limits.tags;
        if self.tags_read > limit {
            self.remark(Problem::TooManyTags(limit), Some(tag.name.excerpt()));
            return false;
        }
        self.has_room_for(tag.name.bytes().len() + tag.value.bytes().len())
    }

    /// Counts a tag, comment or glyph of this length; returns whether it is within the limit.
    #[inline]
    fn has_room_for(&mut self, bytes: usize) -> bool {
        self.text_bytes = self.text_bytes.saturating_add(bytes.max(LEAST_TEXT));
        let limit = self.options.limits.text_bytes;
        let has_room = self.text_bytes <= limit;
        if !has_room {
            self.remark(Problem::TooMuchText(limit), None);
        }
        has_room
    }

    /// Interprets the tags once they are complete; returns whether the game can be played.
    fn begin(&mut self) -> bool {
        if self.is_started {
            return self.report.error.is_none();
        }
        self.is_started = true;
        let missing = self.tags.missing();
        if !missing.is_empty() {
            self.remark(Problem::MissingTags(missing), None);
        }
        if self.places.is_empty() {
            return true;
        }
        let mut warnings = Vec::new();
        let start = read_start(&self.tags, self.options.tolerance, &mut warnings);
        let error = start.as_ref().err().cloned();
        for (problem, tag) in warnings.into_iter().chain(error) {
            self.remarks.push(Remark {
                problem,
                token: self.tags.get(tag).map(str::to_owned),
                tag: Some(tag),
            });
        }
        match start {
            Ok(start) => {
                self.lines.restart(start.position);
                self.watch.restart(start.position);
                self.report.start = Some(start);
                true
            }
            Err((Problem::BadFen(_), _)) => {
                self.report.start = None;
                false
            }
            Err(_) => false,
        }
    }

    #[inline]
    pub(super) fn play(&mut self, text: MoveText<'_>, sink: &mut impl Sink) {
        if !self.is_started && !self.begin() {
            return;
        }
        if self.report.moves >= self.options.limits.plies && !self.lines.is_dropped() {
            return self.refuse_more_moves(text);
        }
        if let Some(number) = text.number {
            self.check_number(number);
        }
        match self.lines.play(text.san.bytes(), &self.options) {
            Ok(played) => {
                self.report.moves += 1;
                sink.moved(played.m(), self.lines.position());
                if let Some(m) = played.m()
                    && self.lines.is_main()
                {
                    self.note_play_after_draw(text);
                    self.watch.moved(m, self.lines.position());
                }
                match played {
                    Played::San(_, deviations) if deviations.is_empty() => {}
                    other => self.note_spelling(&other, text),
                }
            }
            Err(why) => self.not_played(why, text),
        }
    }

    #[cold]
    fn refuse_more_moves(&mut self, text: MoveText<'_>) {
        let limit = self.options.limits.plies;
        self.remark(Problem::TooManyMoves(limit), Some(text.san.excerpt()));
    }

    #[cold]
    fn not_played(&mut self, why: NotPlayed, text: MoveText<'_>) {
        let is_main = self.lines.is_main();
        let problem = match why {
            NotPlayed::Dropped => return,
            NotPlayed::San(error) if is_main => Problem::BadMove(error),
            NotPlayed::San(error) => Problem::BadMoveInVariation(error),
            NotPlayed::NullMove => Problem::NullMove,
            NotPlayed::NullMoveInCheck if is_main => Problem::NullMove,
            NotPlayed::NullMoveInCheck => Problem::NullMoveInCheck,
        };
        self.lines.drop_line();
        self.remark(problem, Some(text.san.excerpt()));
    }

    #[cold]
    fn note_spelling(&mut self, played: &Played, text: MoveText<'_>) {
        let problem = match played {
            Played::San(_, deviations) => {
                for deviation in deviations.iter() {
                    self.remark(Problem::Deviation(deviation), Some(text.san.excerpt()));
                }
                return;
            }
            Played::Uci(_) => Problem::UciMove,
            Played::Null if self.lines.is_main() => {
                self.watch.stop();
                Problem::NullMoveInMainLine
            }
            Played::Null => Problem::NullMoveInVariation,
        };
        self.remark(problem, Some(text.san.excerpt()));
    }

    /// Reports the first move after an automatic draw.
    #[inline]
    fn note_play_after_draw(&mut self, text: MoveText<'_>) {
        if self.watch.drawn_ply().is_some() && !self.has_overplayed {
            self.has_overplayed = true;
            self.remark(Problem::MovesAfterAutomaticDraw, Some(text.san.excerpt()));
        }
    }

    #[inline(always)]
    fn check_number(&mut self, number: u32) {
        let due = self.lines.position().fullmoves();
        let shift = i64::from(number) - i64::from(due);
        if shift != self.number_shift {
            self.shift_numbers(number, due, shift);
        }
    }

    #[cold]
    fn shift_numbers(&mut self, number: u32, due: u32, shift: i64) {
        if self.lines.is_dropped() {
            return;
        }
        self.number_shift = shift;
        if shift != 0 {
            let problem = Problem::MoveNumber(u64::from(due));
            self.remark(problem, Some(number.to_string()));
        }
    }

    #[inline]
    pub(super) fn comment(&mut self, text: Text<'_>, sink: &mut impl Sink) {
        self.note_latin1(text);
        if !self.lines.is_dropped() && self.has_room_for(text.bytes().len()) {
            sink.comment(text);
        }
    }

    #[inline]
    fn note_latin1(&mut self, text: Text<'_>) {
        if !self.has_latin1 && !text.is_utf8() {
            self.has_latin1 = true;
            self.remark(Problem::Latin1, Some(text.excerpt()));
        }
    }

    pub(super) fn nag(&mut self, nag: u8, sink: &mut impl Sink) {
        if self.begin() && !self.lines.is_dropped() && self.has_room_for(1) {
            sink.nag(nag);
        }
    }

    pub(super) fn open_variation(&mut self, sink: &mut impl Sink) {
        if !self.begin() {
            return;
        }
        self.report.variations += 1;
        match self.lines.open() {
            Opened::Fine => sink.variation_started(),
            Opened::Dropped => {}
            Opened::WithoutMove => {
                self.remark(Problem::VariationWithoutMove, Some("(".to_owned()));
            }
        }
        self.report.nesting = self.report.nesting.max(self.lines.depth());
    }

    pub(super) fn close_variation(&mut self, sink: &mut impl Sink) {
        let closed = self.lines.close();
        if closed.is_empty {
            self.remark(Problem::EmptyVariation, Some(")".to_owned()));
        }
        if closed.is_told {
            sink.variation_ended();
        }
    }

    pub(super) fn result(&mut self, result: GameResult) {
        if !self.begin() {
            return;
        }
        self.report.result = Some(result);
        let token = || Some(result.to_string());
        let stated = self.tags.get("Result").and_then(|tag| tag.parse().ok());
        if stated.is_some_and(|stated: GameResult| stated != result) {
            self.remark(Problem::ResultMismatch, token());
        }
        if self.result_of_position().is_some_and(|due| due != result) {
            self.remark(Problem::ResultContradictsPosition, token());
        }
    }

    /// The result that follows from the last position of the main line.
    fn result_of_position(&self) -> Option<GameResult> {
        if self.lines.has_null_move {
            return None;
        }
        let position = self.lines.main_position();
        if position.is_checkmate() {
            return Some(GameResult::from(Outcome::Win(!position.turn())));
        }
        let is_drawn = self.watch.drawn_ply() == Some(self.lines.plies);
        (is_drawn || position.is_stalemate()).then_some(GameResult::Draw)
    }

    /// Reports the problems that are known only at the end of the game.
    pub(super) fn finish(&mut self) {
        let is_whole = self.report.error.is_none() && self.begin();
        let drawn = self.watch.drawn_ply();
        if !is_whole {
            self.report.result = None;
            self.report.ended_ply = drawn;
            return;
        }
        if self.report.result.is_none() {
            self.remark(Problem::MissingTermination, None);
        }
        let is_ended = || self.result_of_position().is_some();
        self.report.ended_ply = drawn.or_else(|| is_ended().then_some(self.lines.plies));
    }
}

fn blank_report(game: u64, start: Start) -> Report {
    Report {
        game,
        place: Place::START,
        error: None,
        warnings: 0,
        start: Some(start),
        last: start.position,
        plies: 0,
        moves: 0,
        variations: 0,
        nesting: 0,
        result: None,
        ended_ply: None,
    }
}
