//! Who one is on a server: key and name, kept in the user's config folder, one file a server.
//!
//! Files are written whole to a temporary name and then renamed, and only their owner can read them.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::Key;
use crate::client::Address;

/// The folder of Longtable's files: `$XDG_CONFIG_HOME/longtable`, else `~/.config/longtable`, if there is one.
#[must_use]
pub fn config_folder() -> Option<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let config = absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")));
    config.map(|config| config.join("longtable"))
}

/// Key and name on one server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    file: Option<PathBuf>,
    /// The key, once the server has given one.
    pub key: Option<Key>,
    /// The name that was asked for.
    pub name: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Saved {
    server: String,
    key: Option<Key>,
    name: Option<String>,
}

impl Profile {
    /// The profile for the server at `address`, read from `folder`; a new one if there is none yet.
    ///
    /// # Errors
    /// If there is a file that cannot be read: a new key would throw the old player away, so a person has to look.
    pub fn load(folder: &Path, address: &Address) -> io::Result<Self> {
        let file = folder.join("servers").join(format!("{}.json", address.file_name()));
        let text = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Self { file: Some(file), ..Self::default() });
            }
            Err(error) => return Err(at(&file, error)),
        };
        let Saved { key, name, .. } =
            serde_json::from_str(&text).map_err(|error| at(&file, io::Error::other(error)))?;
        Ok(Self { file: Some(file), key, name })
    }

    /// A profile that lives in memory only.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Whether it outlives the process.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.file.is_some()
    }

    /// Writes the profile to its file, if it has one.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let server = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let saved = Saved { server, key: self.key.clone(), name: self.name.clone() };
        let text = serde_json::to_string_pretty(&saved).map_err(io::Error::other)?;
        write_private(file, text.as_bytes()).map_err(|error| at(file, error))
    }
}

fn at(file: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", file.display()))
}

/// Writes a file that only its owner can read, whole or not at all.
pub(super) fn write_private(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        create_private_folder(folder)?;
    }
    // two programs may write at once: each has a temporary name of its own
    let unfinished = file.with_extension(format!("{}-{:08x}.new", std::process::id(), rand::random::<u32>()));
    let written = private(fs::OpenOptions::new().write(true).create_new(true))
        .open(&unfinished)
        .and_then(|mut open| open.write_all(bytes).and_then(|()| open.sync_all()))
        .and_then(|()| fs::rename(&unfinished, file));
    if written.is_err() {
        // the error that matters is the one above
        let _ = fs::remove_file(&unfinished);
    }
    written
}

/// Files that are opened with these options are for their owner only.
pub(super) fn private(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A folder of its own for each test, gone afterwards.
    pub(in crate::client) struct Scratch(pub(in crate::client) PathBuf);

    impl Scratch {
        pub(in crate::client) fn new() -> Self {
            Self(std::env::temp_dir().join(format!("longtable-test-{:016x}", rand::random::<u64>())))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_profile_is_kept_per_server_and_for_its_owner_only() {
        let folder = Scratch::new();
        let (here, there) = (Address::read("localhost:1").unwrap(), Address::read("localhost:2").unwrap());
        let mut profile = Profile::load(&folder.0, &here).unwrap();
        assert_eq!((&profile.key, profile.is_kept()), (&None, true));
        profile.key = Some(Key::new(&mut rand::rng()));
        profile.name = Some("Ada".to_owned());
        profile.save().unwrap();
        assert_eq!(Profile::load(&folder.0, &here).unwrap(), profile);
        assert_eq!(Profile::load(&folder.0, &there).unwrap().key, None);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let file = profile.file.as_ref().unwrap();
            assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
            assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1, "no temporary file is left");
        }
    }

    #[test]
    fn a_damaged_profile_is_not_written_over() {
        let folder = Scratch::new();
        let address = Address::read("localhost:1").unwrap();
        write_private(&folder.0.join("servers/http-localhost_1.json"), b"{").unwrap();
        assert!(Profile::load(&folder.0, &address).is_err());
    }

    #[test]
    fn a_profile_in_memory_is_saved_nowhere() {
        assert!(Profile::in_memory().save().is_ok());
    }
}
