//! How many connections or sockets are open at once: by address, and in all.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::DashMap;

/// What is open now, and how much may be.
#[derive(Debug)]
pub struct Open {
    /// Of one address at most.
    each: Option<u32>,
    /// In all at most.
    most: Option<usize>,
    addresses: DashMap<IpAddr, u32>,
    all: AtomicUsize,
}

/// Why nothing more may be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Full {
    /// This address has as many as one may have.
    Address,
    /// There are as many as there may be.
    All,
}

impl Open {
    /// So many of an address and in all; without a number as many as come.
    #[must_use]
    pub fn new(each: Option<u32>, most: Option<usize>) -> Arc<Self> {
        Arc::new(Self { each, most, addresses: DashMap::new(), all: AtomicUsize::new(0) })
    }

    /// Counts one more of this address, until what is returned is dropped.
    ///
    /// # Errors
    /// If there are too many: which.
    pub fn open(self: &Arc<Self>, address: IpAddr) -> Result<Opened, Full> {
        if self.all.fetch_add(1, Ordering::Relaxed) >= self.most.unwrap_or(usize::MAX) {
            self.all.fetch_sub(1, Ordering::Relaxed);
            return Err(Full::All);
        }
        let mut count = self.addresses.entry(address).or_insert(0);
        if self.each.is_some_and(|most| *count >= most) {
            drop(count);
            self.all.fetch_sub(1, Ordering::Relaxed);
            return Err(Full::Address);
        }
        *count += 1;
        drop(count);
        Ok(Opened { open: Arc::clone(self), address })
    }

    /// How many are open.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.load(Ordering::Relaxed)
    }

    /// Whether none is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many addresses have one open.
    #[must_use]
    pub fn addresses(&self) -> usize {
        self.addresses.len()
    }
}

/// One that is open, counted until it is dropped.
#[derive(Debug)]
pub struct Opened {
    open: Arc<Open>,
    address: IpAddr,
}

impl Drop for Opened {
    fn drop(&mut self) {
        if let Some(mut count) = self.open.addresses.get_mut(&self.address) {
            *count -= 1;
        }
        self.open.addresses.remove_if(&self.address, |_, count| *count == 0);
        self.open.all.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_and_all_have_so_many() {
        let [one, two, three]: [IpAddr; 3] = [1, 2, 3].map(|n| [127, 0, 0, n].into());
        let open = Open::new(Some(2), Some(3));
        let mut held = vec![open.open(one).unwrap(), open.open(one).unwrap()];
        assert_eq!(open.open(one).unwrap_err(), Full::Address);
        held.push(open.open(two).unwrap());
        assert_eq!(open.open(three).unwrap_err(), Full::All);
        assert_eq!((open.len(), open.addresses()), (3, 2));
        held.remove(0);
        held.push(open.open(three).unwrap());
        held.clear();
        assert!(open.is_empty() && open.addresses() == 0);
    }
}
