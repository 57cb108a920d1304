use repeatable::Random;

use super::*;
use crate::Network;
use crate::arch::OUTPUT_LIMIT;

/// Computes the output of a kernel.
struct Weigh<'a>(&'a Neurons, &'a Neurons);

impl Work for Weigh<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<I: Instructions>(self, instructions: I) -> i32 {
        instructions.weigh(self.0, self.1)
    }
}

/// Updates an accumulator.
struct Sum<'a>(&'a Neurons, &'a Rows<'a>);

impl Work for Sum<'_> {
    type Output = Neurons;

    #[inline(always)]
    fn run<I: Instructions>(self, _: I) -> Neurons {
        let (mut sum, mut in_place) = ([0; HIDDEN], *self.0);
        self.1.sum(&mut sum, Some(self.0));
        self.1.sum(&mut in_place, None);
        assert_eq!(sum, in_place);
        sum
    }
}

struct Numbers(Random);

impl Numbers {
    fn new(seed: u64) -> Numbers {
        Numbers(Random::new(seed))
    }

    fn draw(&mut self, least: i16, most: i16) -> i16 {
        let span = i32::from(most) - i32::from(least) + 1;
        (i32::from(least) + self.0.below(span as usize) as i32) as i16
    }

    fn neurons(&mut self, least: i16, most: i16) -> Neurons {
        [(); HIDDEN].map(|()| self.draw(least, most))
    }
}

/// The formula of [`arch`](crate::arch), literally.
fn formula(neurons: &Neurons, weights: &Neurons) -> i64 {
    let term = |(&neuron, &weight): (&i16, &i16)| {
        let v = i64::from(neuron).clamp(0, 255);
        v * v * i64::from(weight)
    };
    neurons.iter().zip(weights).map(term).sum()
}

#[test]
fn every_kernel_implements_the_formula() {
    let mut numbers = Numbers::new(1);
    for (least, most) in [
        (-300, 600),
        (i16::MIN, i16::MAX),
        (0, 255),
        (254, 256),
        (-1, 1),
    ] {
        for _ in 0..200 {
            let neurons = numbers.neurons(least, most);
            let weights = numbers.neurons(-OUTPUT_LIMIT, OUTPUT_LIMIT);
            let expected = formula(&neurons, &weights);
            for kernel in Kernel::available() {
                let found = kernel.run(Weigh(&neurons, &weights));
                assert_eq!(i64::from(found), expected, "{kernel}");
            }
        }
    }
}

#[test]
fn the_largest_sums_do_not_overflow() {
    for (weight, expected) in [(127, 127 * 65_025 * 256), (-127, -127 * 65_025 * 256)] {
        for kernel in Kernel::available() {
            let found = kernel.run(Weigh(&[i16::MAX; HIDDEN], &[weight; HIDDEN]));
            assert_eq!(found, expected, "{kernel}");
        }
    }
}

#[test]
fn kernels_agree_on_out_of_range_weights() {
    let mut numbers = Numbers::new(2);
    for _ in 0..200 {
        let neurons = numbers.neurons(i16::MIN, i16::MAX);
        let weights = numbers.neurons(i16::MIN, i16::MAX);
        let expected = Kernel::PORTABLE.run(Weigh(&neurons, &weights));
        for kernel in Kernel::available() {
            let found = kernel.run(Weigh(&neurons, &weights));
            assert_eq!(found, expected, "{kernel}");
        }
    }
}

#[test]
fn every_kernel_updates_accumulators() {
    let mut numbers = Numbers::new(3);
    let mut network = Network::zeroed();
    for row in &mut network.feature_weights[..40] {
        *row = numbers.neurons(-20_000, 20_000);
    }
    let weights = &network.feature_weights;
    let from = numbers.neurons(-300, 300);
    for (added, gone) in [
        (0, 0),
        (1, 1),
        (1, 2),
        (2, 2),
        (1, 0),
        (0, 1),
        (16, 5),
        (3, 20),
    ] {
        let rows = Rows {
            weights,
            added: &(0..added).collect::<Vec<u16>>(),
            gone: &(20..20 + gone).collect::<Vec<u16>>(),
        };
        let total = |rows: &[u16], n: usize| -> i64 {
            let weight = |&row: &u16| i64::from(weights[usize::from(row)][n]);
            rows.iter().map(weight).sum()
        };
        let expected: Vec<i16> = (0..HIDDEN)
            .map(|n| (i64::from(from[n]) + total(rows.added, n) - total(rows.gone, n)) as i16)
            .collect();
        for kernel in Kernel::available() {
            let found = kernel.run(Sum(&from, &rows));
            assert_eq!(found[..], expected, "{kernel}");
        }
    }
}
