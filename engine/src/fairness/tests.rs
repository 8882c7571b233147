//! The worked chains and draws of `fairness-vectors.json`, bit by bit.

use serde::Deserialize;

use super::*;

#[derive(Deserialize)]
struct Vectors {
    secrets: Parties<Hash>,
    tips: Parties<Hash>,
    links_1_2_65536: Parties<[Hash; 3]>,
    draws: Vec<Draw>,
}

#[derive(Deserialize)]
struct Parties<T> {
    server: T,
    seats: Vec<T>,
}

impl<T> Parties<T> {
    fn all(&self) -> impl Iterator<Item = &T> {
        std::iter::once(&self.server).chain(&self.seats)
    }
}

#[derive(Deserialize)]
struct Draw {
    name: String,
    r#match: String,
    draw: u32,
    server_link: Hash,
    links: Vec<Option<Hash>>,
    seed: Hash,
    stream_64: String,
    from_the_start_of_the_stream: Numbers,
    in_sequence: Numbers,
}

#[derive(Deserialize)]
struct Numbers {
    two_d6: [u8; 2],
    one_d8: u8,
    two_unit_bits: [String; 2],
    one_normal_bits: String,
    #[serde(default)]
    lot_of_2: Option<u8>,
    #[serde(default)]
    roll_off: Vec<[u8; 2]>,
}

fn vectors() -> Vectors {
    serde_json::from_str(include_str!("../../tests/data/fairness-vectors.json")).unwrap()
}

fn bits(x: f64) -> String {
    format!("{:016x}", x.to_bits())
}

#[test]
fn chains_and_links() {
    let vectors = vectors();
    let parties = vectors.secrets.all().zip(vectors.tips.all()).zip(vectors.links_1_2_65536.all());
    for ((secret, tip), [one, two, last]) in parties {
        let chain = Chain::new(*secret, MAX_LINKS);
        assert_eq!(chain.tip(), *tip);
        assert_eq!([1, 2, MAX_LINKS].map(|k| chain.link(k)), [Some(*one), Some(*two), Some(*last)]);
        assert_eq!(chain.link(MAX_LINKS + 1), None);
        let known = Known::tip(*tip);
        assert!(known.fits(1, one) && known.fits(2, two) && known.fits(MAX_LINKS, last));
        assert!(!known.fits(2, one) && !known.fits(1, two) && !known.fits(0, tip));
        let later = Known { link: *one, k: 1 };
        assert!(later.fits(2, two) && !later.fits(1, one), "a link opens one draw");
    }
}

#[test]
fn every_link_of_every_length() {
    for len in [0, 1, 2, 255, 256, 257, 512, 700] {
        let chain = Chain::new(Hash::of(b"secret"), len);
        assert_eq!((chain.len(), chain.is_empty()), (len, len == 0));
        assert_eq!(chain.link(len), Some(Hash::of(b"secret")));
        for k in 1..=len {
            assert_eq!(chain.link(k).unwrap().before(), chain.link(k - 1).unwrap(), "link {k} of {len}");
        }
    }
}

#[test]
fn draws() {
    for draw in vectors().draws {
        let name = &draw.name;
        let seed = seed(&draw.r#match, draw.draw, &draw.server_link, &draw.links);
        assert_eq!(seed, draw.seed, "{name}");
        let mut stream = Stream::new(seed);
        let bytes: String = (0..64).map(|_| format!("{:02x}", stream.byte())).collect();
        assert_eq!(bytes, draw.stream_64, "{name}");

        let fresh = || Stream::new(seed);
        let start = &draw.from_the_start_of_the_stream;
        let mut dice = fresh();
        assert_eq!([dice.die(6), dice.die(6)], start.two_d6, "{name}");
        assert_eq!(fresh().die(8), start.one_d8, "{name}");
        let mut units = fresh();
        assert_eq!([bits(units.unit()), bits(units.unit())], start.two_unit_bits, "{name}");
        assert_eq!(bits(fresh().normal()), start.one_normal_bits, "{name}");
        assert_eq!(Some(fresh().die(2) - 1), start.lot_of_2, "{name}");
        let mut tries = fresh();
        for pair in &start.roll_off {
            assert_eq!([tries.die(6), tries.die(6)], *pair, "{name}");
        }

        let mut stream = fresh();
        let next = &draw.in_sequence;
        assert_eq!([stream.die(6), stream.die(6)], next.two_d6, "{name}");
        assert_eq!(stream.die(8), next.one_d8, "{name}");
        assert_eq!([bits(stream.unit()), bits(stream.unit())], next.two_unit_bits, "{name}");
        assert_eq!(bits(stream.normal()), next.one_normal_bits, "{name}");
    }
}

#[test]
fn hex_is_lower_case_and_whole() {
    let hash = Hash::of(b"");
    assert_eq!(hash.to_string().parse(), Ok(hash));
    for bad in [
        hash.to_string().to_uppercase(),
        hash.to_string()[1..].to_owned(),
        format!("{hash}0"),
        "é".repeat(32),
    ] {
        assert_eq!(bad.parse::<Hash>(), Err(BadHash), "{bad}");
    }
}

#[test]
fn no_secret_is_printed() {
    let secret = Hash::of(b"secret");
    let shown = format!("{:?}", Chain::new(secret, 9));
    assert!(!shown.contains(&secret.to_string()), "{shown}");
}
