//! The names of the fields that a request can have, from its type.

use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;

/// The fields of a struct, as they are named in JSON.
pub fn fields_of<Request: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &[&str] = &[];
    // It fails once it knows the fields.
    let _ = Request::deserialize(FieldNames(&mut fields));
    fields
}

/// A deserializer that reads nothing: a struct tells it the names of its fields.
struct FieldNames<'f>(&'f mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldNames<'_> {
    type Error = Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Error> {
        *self.0 = fields;
        Err(Error::custom("only the names are wanted"))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("only a struct has names"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[test]
    fn a_request_names_its_fields() {
        #[derive(Deserialize)]
        #[expect(dead_code, reason = "only the names matter")]
        struct Request {
            fen: String,
            r#move: Option<u8>,
            #[serde(rename = "do", default)]
            verb: bool,
        }
        assert_eq!(fields_of::<Request>(), ["fen", "move", "do"]);
        assert!(fields_of::<String>().is_empty());
    }
}
