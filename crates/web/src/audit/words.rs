//! Kinds of findings and articles of the Laws, in words.

use referee::audit::Kind;

/// The title of a kind of finding.
#[must_use]
pub const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::ThreefoldClaimable => "A draw by repetition could be claimed",
        Kind::FiftyClaimable => "A draw by the fifty-move rule could be claimed",
        Kind::PlayAfterCheckmate => "Play went on after checkmate",
        Kind::PlayAfterStalemate => "Play went on after stalemate",
        Kind::PlayAfterDeadPosition => "Play went on in a dead position",
        Kind::PlayAfterFivefold => "Play went on after the fifth repetition",
        Kind::PlayAfterSeventyFive => "Play went on after seventy-five moves",
        Kind::WrongResult => "The result does not fit the board",
        Kind::ResultMismatch => "The file states two results",
        Kind::TimeForfeit => "Won on time, but no mate is possible",
        Kind::TimeForfeitDrawn => "Drawn on time, though both could mate",
        Kind::Resignation => "Won by resignation, but no mate is possible",
        Kind::WinWithoutMate => "Won, but no mate is possible",
        Kind::WrongTermination => "The termination does not fit the board",
        Kind::IllegalMove => "Illegal move",
        Kind::BrokenHeader => "Faulty header",
        Kind::BrokenText => "Text that cannot be read",
    }
}

/// The articles of a kind of finding, empty if there are none.
#[must_use]
pub const fn articles(kind: Kind) -> &'static str {
    match kind {
        Kind::ThreefoldClaimable => "9.2",
        Kind::FiftyClaimable => "9.3",
        Kind::PlayAfterCheckmate => "5.1.1",
        Kind::PlayAfterStalemate => "5.2.1",
        Kind::PlayAfterDeadPosition => "5.2.2",
        Kind::PlayAfterFivefold => "9.6.1",
        Kind::PlayAfterSeventyFive => "9.6.2",
        Kind::WrongResult => "5, 9.6",
        Kind::TimeForfeit | Kind::TimeForfeitDrawn | Kind::WinWithoutMate => "6.9",
        Kind::Resignation => "5.1.2",
        Kind::ResultMismatch
        | Kind::WrongTermination
        | Kind::IllegalMove
        | Kind::BrokenHeader
        | Kind::BrokenText => "",
    }
}

/// The content of an article, in short.
#[must_use]
pub fn article(number: &str) -> Option<&'static str> {
    let articles = ARTICLES.iter();
    let mut named = articles.filter(|(known, _)| *known == number);
    named.next().map(|(_, words)| *words)
}

const ARTICLES: [(&str, &str); 11] = [
    ("5.1.1", "Checkmate ends the game at once."),
    (
        "5.1.2",
        "A player who resigns loses, but the game is drawn if the opponent cannot checkmate by any possible series of legal moves.",
    ),
    ("5.2.1", "Stalemate ends the game at once in a draw."),
    (
        "5.2.2",
        "In a dead position neither player can checkmate by any series of legal moves: the game is drawn at once.",
    ),
    (
        "6.9",
        "A fallen flag loses the game, but it is drawn if the opponent cannot checkmate by any possible series of legal moves.",
    ),
    (
        "9.2.1",
        "The player to move may claim a draw by writing down a move that brings a position about for the third time.",
    ),
    (
        "9.2.2",
        "The player to move may claim a draw if the position on the board has occurred at least three times.",
    ),
    (
        "9.3.1",
        "The player to move may claim a draw by writing down a move that completes fifty moves by each player without a capture or pawn move.",
    ),
    (
        "9.3.2",
        "The player to move may claim a draw after fifty moves by each player without a capture or pawn move.",
    ),
    (
        "9.6.1",
        "The game is drawn, without a claim, when a position occurs for the fifth time.",
    ),
    (
        "9.6.2",
        "The game is drawn, without a claim, after seventy-five moves by each player without a capture or pawn move, unless the last one checkmates.",
    ),
];
