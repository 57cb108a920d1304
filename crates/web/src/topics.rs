//! Conversions from the topics of a page to its commands and effects.

/// Implements the conversions from the types of a topic.
macro_rules! topics {
    ($whole:ident { $($topic:ident => $variant:ident,)+ }) => {
        $(impl From<$topic> for $whole {
            fn from(topic: $topic) -> $whole {
                $whole::$variant(topic)
            }
        })+
    };
}
