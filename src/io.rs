//! Files that are whole or absent, compression by name, and pipes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::NamedTempFile;

/// Where results go: standard output, a device or pipe, or a file that appears whole.
pub struct Output {
    /// There until the output is finished.
    encoder: Option<Encoder>,
    becomes: Option<PathBuf>,
}

/// Temporary files that are being written, for [`remove_unfinished`].
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes the temporary files of outputs that are not finished; for a program that is about to
/// exit without unwinding.
pub fn remove_unfinished() {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.drain(..) {
        // It may be gone already, and there is nobody left to tell.
        let _ = std::fs::remove_file(path);
    }
}

/// The last step before the file, chosen by the ending of its name.
enum Encoder {
    Plain(BufWriter<Target>),
    Gzip(flate2::write::GzEncoder<BufWriter<Target>>),
    Xz(Box<lzma_rust2::XzWriter<BufWriter<Target>>>),
    Bzip2(bzip2::write::BzEncoder<BufWriter<Target>>),
    Zstd(zstd::Encoder<'static, BufWriter<Target>>),
}

enum Target {
    /// Standard output, a device, a pipe, or a file that is written through.
    Direct(File),
    /// Beside the file it becomes.
    Temporary(NamedTempFile),
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Target::Direct(file) => file.write(bytes),
            // Without the temporary name in its errors, which would be another one each time.
            Target::Temporary(file) => file.as_file_mut().write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Target::Direct(file) => file.flush(),
            Target::Temporary(file) => file.as_file_mut().flush(),
        }
    }
}

impl Output {
    /// Standard output.
    pub fn stdout() -> io::Result<Output> {
        let file = duplicate_stdout()?;
        Ok(Output {
            encoder: Some(Encoder::Plain(BufWriter::with_capacity(
                BUFFER,
                Target::Direct(file),
            ))),
            becomes: None,
        })
    }

    /// A file that appears under its name when [`Output::finish`] succeeds and not before; `-` is
    /// standard output. Devices and pipes are written to as they are. A name that ends in `.gz`,
    /// `.xz`, `.bz2` or `.zst` compresses.
    pub fn create(path: &Path) -> io::Result<Output> {
        if is_stdout(path) {
            return Output::stdout();
        }
        // A link stays a link: what it points to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        match path.metadata() {
            Ok(existing) if existing.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(existing) if !existing.is_file() => {
                let device = OpenOptions::new().write(true).open(&path)?;
                Output::through(&path, Target::Direct(device), None)
            }
            _ => {
                let file = beside(folder_of(&path))?;
                Output::through(&path, Target::Temporary(file), Some(path.clone()))
            }
        }
    }

    /// A file that is there from the start and grows, so that what was found stays; `-` is standard
    /// output. Compressed by name as in [`Output::create`].
    pub fn stream(path: &Path) -> io::Result<Output> {
        if is_stdout(path) {
            return Output::stdout();
        }
        Output::through(path, Target::Direct(File::create(path)?), None)
    }

    /// The same for a file that is there already: it must begin with `length` bytes of this CRC-32, is
    /// cut to them and grows from there. Nothing is compressed.
    pub fn resume(path: &Path, length: u64, sum: u32) -> io::Result<Output> {
        let other = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidData, what));
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        if file.metadata()?.len() < length {
            return other("it has become shorter");
        }
        let mut hasher = crc32fast::Hasher::new();
        let mut begin = (&file).take(length);
        let mut buffer = vec![0; BUFFER];
        loop {
            match begin.read(&mut buffer)? {
                0 => break,
                read => hasher.update(&buffer[..read]),
            }
        }
        if hasher.finalize() != sum {
            return other("it holds something else");
        }
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        let out = BufWriter::with_capacity(BUFFER, Target::Direct(file));
        Ok(Output {
            encoder: Some(Encoder::Plain(out)),
            becomes: None,
        })
    }

    /// Keeps other runs that lock their output from writing to this file, too, until it is closed.
    pub fn lock(&self) -> io::Result<()> {
        match &self.encoder {
            Some(Encoder::Plain(out)) => match out.get_ref() {
                Target::Direct(file) => lock(file),
                Target::Temporary(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Has everything so far on the disk, and tells how long the file is; for a file that grows and is
    /// not compressed.
    pub fn sync(&mut self) -> io::Result<u64> {
        let Some(Encoder::Plain(out)) = &mut self.encoder else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        out.flush()?;
        let Target::Direct(file) = out.get_mut() else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        file.sync_data()?;
        file.stream_position()
    }

    /// Whether the name of a file makes its output compressed.
    pub fn compresses(path: &Path) -> bool {
        let ending = path.extension().and_then(|e| e.to_str());
        matches!(ending, Some("gz" | "xz" | "bz2" | "zst"))
    }

    fn through(path: &Path, target: Target, becomes: Option<PathBuf>) -> io::Result<Output> {
        let out = BufWriter::with_capacity(BUFFER, target);
        let ending = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        let encoder = match ending {
            "gz" => Encoder::Gzip(flate2::write::GzEncoder::new(
                out,
                flate2::Compression::default(),
            )),
            "xz" => {
                let options = lzma_rust2::XzOptions::with_preset(6);
                Encoder::Xz(Box::new(lzma_rust2::XzWriter::new(out, options)?))
            }
            "bz2" => Encoder::Bzip2(bzip2::write::BzEncoder::new(
                out,
                bzip2::Compression::default(),
            )),
            "zst" => Encoder::Zstd(zstd::Encoder::new(out, 0)?),
            _ => Encoder::Plain(out),
        };
        Ok(Output {
            encoder: Some(encoder),
            becomes,
        })
    }

    /// Whether a file appears under its name only when this is finished; what goes to standard
    /// output, a device or a pipe can be read before.
    pub fn appears_whole(&self) -> bool {
        self.becomes.is_some()
    }

    /// Hands everything so far to the system, unless it is compressed: there it would cost much.
    pub fn write_through(&mut self) -> io::Result<()> {
        match &mut self.encoder {
            Some(Encoder::Plain(out)) => out.flush(),
            _ => Ok(()),
        }
    }

    /// Ends the compression, writes all that is left, and lets the file appear under its name.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(encoder) = self.encoder.take() else {
            return Ok(());
        };
        let out = match encoder {
            Encoder::Plain(out) => out,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Xz(encoder) => encoder.finish()?,
            Encoder::Bzip2(mut encoder) => {
                if let Err(error) = encoder.try_finish() {
                    self.encoder = Some(Encoder::Bzip2(encoder));
                    return Err(error);
                }
                encoder.finish()?
            }
            Encoder::Zstd(encoder) => encoder.finish()?,
        };
        let target = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let (Target::Temporary(file), Some(path)) = (target, self.becomes.take()) {
            if let Ok(old) = path.metadata() {
                file.as_file().set_permissions(old.permissions())?;
            }
            // Held until the file has its name, so that nobody removes it under that name.
            let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
            unfinished.retain(|unfinished| unfinished != file.path());
            file.persist(path).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.encoder {
            Some(Encoder::Plain(out)) => out.write(bytes),
            Some(Encoder::Gzip(encoder)) => encoder.write(bytes),
            Some(Encoder::Xz(encoder)) => encoder.write(bytes),
            Some(Encoder::Bzip2(encoder)) => encoder.write(bytes),
            Some(Encoder::Zstd(encoder)) => encoder.write(bytes),
            None => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.encoder {
            Some(Encoder::Plain(out)) => out.flush(),
            Some(Encoder::Gzip(encoder)) => encoder.flush(),
            Some(Encoder::Xz(encoder)) => encoder.flush(),
            Some(Encoder::Bzip2(encoder)) => encoder.flush(),
            Some(Encoder::Zstd(encoder)) => encoder.flush(),
            None => Ok(()),
        }
    }
}

/// The bzip2 encoder would try to finish here, and on a full disk it tries for ever: it is let go
/// without that, and its temporary file removed.
impl Drop for Output {
    fn drop(&mut self) {
        if let Some(Encoder::Bzip2(mut encoder)) = self.encoder.take() {
            if let Target::Temporary(file) = encoder.get_mut().get_mut() {
                let _ = std::fs::remove_file(file.path());
            }
            std::mem::forget(encoder);
        }
    }
}

const BUFFER: usize = 64 * 1024;

/// Fails if another run has locked the file that is there as its output.
pub fn check_unlocked(path: &Path) -> io::Result<()> {
    File::open(path).map_or(Ok(()), |file| lock(&file))
}

fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let other = "another run writes to it";
            Err(io::Error::new(io::ErrorKind::WouldBlock, other))
        }
        // Some file systems know no locks.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Whether what is written to both goes to one place: standard output, or the same file by whatever
/// links.
pub fn is_same_target(a: &Path, b: &Path) -> bool {
    (is_stdout(a) && is_stdout(b)) || resolved(a) == resolved(b)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// A path without links; that of a file to come lies in its folder.
fn resolved(path: &Path) -> PathBuf {
    let to_come = || {
        let folder = folder_of(path).canonicalize().ok()?;
        Some(folder.join(path.file_name()?))
    };
    let existing = path.canonicalize().ok();
    let absolute = || std::path::absolute(path).ok();
    let resolved = existing.or_else(to_come).or_else(absolute);
    resolved.unwrap_or_else(|| path.to_path_buf())
}

/// Its names, too: opened anew, a file that it goes to would lose what it holds.
fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
        .iter()
        .any(|name| path == Path::new(name))
}

/// Without the line buffering of the standard library's handle.
#[cfg(unix)]
fn duplicate_stdout() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

#[cfg(windows)]
fn duplicate_stdout() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(io::stdout().as_handle().try_clone_to_owned()?.into())
}

/// A temporary file with the permissions that a new file would have.
fn beside(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".queensat-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    // Without the temporary name, which would be another one each time.
    let file = builder
        .tempfile_in(folder)
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => io::Error::new(error.kind(), "there is no such folder"),
            kind => io::Error::from(kind),
        })?;
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    unfinished.push(file.path().to_path_buf());
    Ok(file)
}

/// Reads a whole file, or standard input for `-`; compressed data is recognised by its first bytes.
pub fn read_whole(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_through(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// As [`read_whole`], a piece at a time.
pub fn read_through(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut raw: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path)?)
    };
    let mut magic = Vec::new();
    raw.by_ref().take(6).read_to_end(&mut magic)?;
    let all = BufReader::new(io::Cursor::new(magic.clone()).chain(raw));
    let decoded: Box<dyn Read> = match magic.as_slice() {
        [0x1f, 0x8b, ..] => Box::new(flate2::read::MultiGzDecoder::new(all)),
        [0xfd, b'7', b'z', b'X', b'Z', 0] => Box::new(lzma_rust2::XzReader::new(all, true)),
        [b'B', b'Z', b'h', ..] => Box::new(bzip2::read::MultiBzDecoder::new(all)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Box::new(zstd::Decoder::new(all)?),
        _ => return Ok(Box::new(all)),
    };
    Ok(Box::new(BufReader::with_capacity(BUFFER, decoded)))
}

/// Whether the reader of a pipe that we wrote to went away.
pub fn is_closed_pipe(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_under_every_ending() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let text = "1 -2 3 0\n".repeat(50_000);
        for name in ["plain.cnf", "a.gz", "a.xz", "a.bz2", "a.zst"] {
            let path = folder.path().join(name);
            let mut out = Output::create(&path)?;
            out.write_all(text.as_bytes())?;
            assert!(!path.exists(), "{name} is there before it is whole");
            out.finish()?;
            assert_eq!(read_whole(&path)?, text.as_bytes(), "{name}");
            let compressed = path.metadata()?.len() < text.len() as u64 / 10;
            assert_eq!(compressed, name != "plain.cnf");
        }
        Ok(())
    }

    #[test]
    fn an_unfinished_file_leaves_nothing_behind() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let mut out = Output::create(&folder.path().join("a.cnf"))?;
        out.write_all(b"half")?;
        drop(out);
        assert_eq!(std::fs::read_dir(folder.path())?.count(), 0);
        Ok(())
    }
}
