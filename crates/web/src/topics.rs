//! Conversions from the topics of a page to its commands and effects.

/// Lets the value of a topic stand for the command or effect that it is.
macro_rules! topics {
    ($whole:ident { $($topic:ident => $variant:ident,)+ }) => {
        $(impl From<$topic> for $whole {
            fn from(topic: $topic) -> $whole {
                $whole::$variant(topic)
            }
        })+
    };
}
