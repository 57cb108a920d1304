//! The memory of the table: large pages and prefetching.
//!
//! Nearly every probe misses the CPU's caches, and with small pages its address translation misses
//! too. Both hints change the speed of the program but nothing else, so they may do nothing on
//! systems that lack them.

use std::collections::TryReserveError;

/// Memory for this many values, on [large
/// pages](https://www.kernel.org/doc/html/latest/admin-guide/mm/transhuge.html) if the system has
/// them.
///
/// # Errors
///
/// Returns an error if the memory cannot be allocated.
pub(super) fn allocate<T: Default>(count: usize) -> Result<Vec<T>, TryReserveError> {
    let mut memory: Vec<T> = Vec::new();
    memory.try_reserve_exact(count)?;
    // The system chooses the size of a page when it is first written to.
    prefer_large_pages(&mut memory);
    memory.resize_with(count, T::default);
    Ok(memory)
}

#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a hint about memory, by a system call")]
fn prefer_large_pages<T>(memory: &mut Vec<T>) {
    use rustix::mm::{Advice, madvise};
    use rustix::param::page_size;

    let spare = memory.spare_capacity_mut();
    let bytes = size_of_val(spare);
    let start = spare.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(page_size());
    if skipped >= bytes {
        return;
    }
    // SAFETY: the range lies within an allocation that is borrowed mutably here, and
    // `LinuxHugepage` leaves contents and access rights as they are. An error means that the hint
    // is not known, which is as good as no hint.
    let _ = unsafe {
        madvise(
            start.add(skipped).cast(),
            bytes - skipped,
            Advice::LinuxHugepage,
        )
    };
}

#[cfg(not(target_os = "linux"))]
fn prefer_large_pages<T>(_memory: &mut Vec<T>) {}

/// Loads a value into the CPU's caches, because it will be needed soon.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "a hint about memory, by a CPU instruction")]
pub(super) fn prefetch<T>(value: &T) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

    // SAFETY: a prefetch never faults and changes nothing, whatever the address; every x86-64 CPU
    // has the instruction.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
}

/// Does nothing: there is no stable instruction for it here.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn prefetch<T>(_value: &T) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_size_is_filled_with_defaults() {
        for count in [0, 1, 7, 511, 4_096, 3 << 18] {
            let memory: Vec<u64> = allocate(count).expect("there is memory for a few mebibytes");
            assert_eq!(memory, vec![0; count]);
        }
        assert!(allocate::<u64>(usize::MAX / 16).is_err());
    }

    #[test]
    fn a_prefetch_changes_nothing() {
        let values = [3, 1, 4];
        values.iter().for_each(prefetch);
        assert_eq!(values, [3, 1, 4]);
    }
}
