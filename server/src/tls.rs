//! TLS by the server itself, for a host without a proxy in front: browsers give cameras to secure pages only.
//!
//! The files are read once, at the start; a renewed certificate takes a restart, which loses nobody a move.

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file with the certificate.
    #[error(
        "--tls-cert {0}: {1}; a PEM file with the certificate, then those that lead to its root, is needed"
    )]
    Cert(String, String),
    /// The file with its key.
    #[error("--tls-key {0}: {1}; the PEM file of the certificate's private key is needed")]
    Key(String, String),
    /// They do not belong together, or are of a kind that nobody can use.
    #[error("--tls-cert and --tls-key: {0}")]
    Unusable(#[from] rustls::Error),
}

/// Accepts TLS with this certificate (its chain, PEM) and key (PEM).
///
/// # Errors
/// If a file cannot be read, or they do not belong together.
pub fn acceptor(cert: &Path, key: &Path) -> Result<TlsAcceptor, TlsError> {
    let bad = |error: &dyn ToString| TlsError::Cert(cert.display().to_string(), error.to_string());
    let chain = CertificateDer::pem_file_iter(cert).map_err(|error| bad(&error))?;
    let chain = chain.collect::<Result<Vec<_>, _>>().map_err(|error| bad(&error))?;
    if chain.is_empty() {
        return Err(bad(&"no certificate in it"));
    }
    let key = PrivateKeyDer::from_pem_file(key)
        .map_err(|error| TlsError::Key(key.display().to_string(), error.to_string()))?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use rustls::pki_types::ServerName;
    use rustls::{ClientConfig, RootCertStore};
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};
    use tokio_rustls::TlsConnector;

    use super::*;

    fn file(name: &str) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(name)
    }

    #[tokio::test]
    async fn who_trusts_the_certificate_gets_through() {
        let acceptor = acceptor(&file("cert.pem"), &file("key.pem")).unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(file("cert.pem")).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let (near, far) = duplex(4096);
        let serving = tokio::spawn(async move {
            let mut stream = acceptor.accept(far).await.unwrap();
            stream.write_all(b"well met").await.unwrap();
            stream.shutdown().await.unwrap();
        });
        let name = ServerName::try_from("localhost").unwrap();
        let mut stream = TlsConnector::from(Arc::new(config)).connect(name, near).await.unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "well met");
        serving.await.unwrap();
    }

    #[test]
    fn what_is_no_certificate_is_named() {
        let said = |cert: &str, key: &str| acceptor(&file(cert), &file(key)).err().unwrap().to_string();
        assert!(said("none.pem", "key.pem").contains("--tls-cert"));
        assert!(said("key.pem", "key.pem").contains("no certificate in it"));
        assert!(said("cert.pem", "cert.pem").contains("--tls-key"));
    }
}
