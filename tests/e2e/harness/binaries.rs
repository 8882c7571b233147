//! The binaries under test: built once, with the profile of this test, and found beside it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Where a binary of the workspace is.
pub(crate) fn binary(name: &str) -> PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let path = FOLDER.get_or_init(|| match std::env::var_os("LONGTABLE_BINARIES") {
        Some(folder) => folder.into(),
        None => build(),
    });
    let path = path.join(name);
    assert!(path.is_file(), "{} is missing", path.display());
    path
}

/// Builds all binaries. With a test among them, since then every dependency has the features that it has in
/// `cargo test --workspace`, and nothing is built twice.
fn build() -> PathBuf {
    // TARGET/PROFILE/deps/e2e-HASH
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") => "dev",
        Some(profile) => profile,
        None => panic!("{} is no target folder", folder.display()),
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--workspace", "--bins", "--test", "e2e", "--profile", profile]);
    // what cargo says of this package would make build scripts that look at it run again, and half the tree with them
    let own =
        |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CRATE_"].iter().any(|it| name.starts_with(it));
    for (name, _) in std::env::vars().filter(|(name, _)| own(name)) {
        build.env_remove(name);
    }
    build.arg("--manifest-path").arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml"));
    build.arg("--target-dir").arg(folder.parent().unwrap());
    assert!(build.status().unwrap().success(), "the binaries could not be built");
    folder.to_owned()
}
