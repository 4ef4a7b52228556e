//! Random trials: logs, and flags that fit them.

use std::sync::Arc;

use super::expression;
use super::generate::World;
use super::random::Random;
use super::trial::{Input, Trial};

/// Returns the trial with this number.
pub(crate) fn trial(seed: u64, number: usize) -> Trial {
    let mut random = Random::new(seed, number);
    let world = World::new(&mut random);
    let mut inputs = Vec::new();
    for file in 0..world.files {
        let bytes: Arc<[u8]> = world.log(&mut random).into();
        let stdin = file == 0 && random.percent(3);
        let name = if stdin { "stdin".to_owned() } else { format!("f{file}") };
        let path = if stdin { "-" } else { &name };
        let arg = match random.below(8) {
            0 => format!("{}={path}", random.pick(&["old", "new", "Ünï", "a label", "x,y", ""])),
            _ => path.to_owned(),
        };
        inputs.push(Input { arg, file: name, bytes });
    }
    if random.percent(5) && inputs[0].file != "stdin" {
        inputs.push(inputs[0].clone());
    }
    let flags = expression::flags(&mut random, &world);
    Trial { name: format!("random {number} (seed {seed})"), flags, inputs }
}
