//! Sounds, synthesized by the browser from a few tones: nothing is downloaded.

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

use crate::effects::Sound;

/// A tone: its pitch in hertz, its start and duration in seconds, and its volume.
type Tone = (f32, f64, f64, f32);

const fn tones(sound: Sound) -> &'static [Tone] {
    match sound {
        Sound::Move => &[(220.0, 0.0, 0.07, 0.20)],
        Sound::Capture => &[(165.0, 0.0, 0.06, 0.26), (110.0, 0.03, 0.10, 0.26)],
        Sound::Check => &[(523.0, 0.0, 0.09, 0.14), (659.0, 0.09, 0.12, 0.14)],
        Sound::Turn => &[(440.0, 0.0, 0.08, 0.18), (587.0, 0.08, 0.14, 0.18)],
        Sound::Low => &[(880.0, 0.0, 0.07, 0.16), (880.0, 0.14, 0.07, 0.16)],
        Sound::End => &[
            (392.0, 0.0, 0.18, 0.14),
            (494.0, 0.14, 0.18, 0.14),
            (587.0, 0.28, 0.34, 0.14),
        ],
    }
}

/// Plays sounds. A browser allows it only after a user action, so it is created at the first sound.
#[derive(Clone, Copy, Default)]
pub struct Player(StoredValue<Option<AudioContext>, LocalStorage>);

impl Player {
    /// Plays a sound, if the browser supports it.
    pub fn play(self, sound: Sound) {
        if self.0.with_value(Option::is_none) {
            self.0.set_value(AudioContext::new().ok());
        }
        self.0.with_value(|context| {
            if let Some(context) = context {
                for &tone in tones(sound) {
                    let _ = play_tone(context, tone);
                }
            }
        });
    }
}

fn play_tone(context: &AudioContext, (pitch, after, seconds, volume): Tone) -> Result<(), JsValue> {
    let start = context.current_time() + after;
    let oscillator = context.create_oscillator()?;
    let gain = context.create_gain()?;
    oscillator.set_type(OscillatorType::Triangle);
    oscillator.frequency().set_value(pitch);
    gain.gain().set_value_at_time(volume, start)?;
    gain.gain()
        .exponential_ramp_to_value_at_time(0.001, start + seconds)?;
    oscillator.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    oscillator.start_with_when(start)?;
    oscillator.stop_with_when(start + seconds)
}
