// The camera of this machine: asked for, chosen, let go. A track that comes after one has left is stopped at once.

/**
 * Why there is no picture, as a key of the string table.
 * @param {unknown} error
 */
export function reason(error) {
  if (!navigator.mediaDevices) return isSecureContext ? "camera.unsupported" : "camera.insecure";
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "camera.denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "camera.none";
  if (name === "NotReadableError" || name === "AbortError") return "camera.busy";
  return "camera.failed";
}

/**
 * @param {string} device the chosen one, or empty
 * @param {boolean} sound
 * @returns {Promise<MediaStream>}
 */
export async function capture(device, sound) {
  if (!navigator.mediaDevices) throw new Error("no cameras here");
  const wanted = { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } };
  // on a phone the camera at the back sees the board
  const video = device ? { ...wanted, deviceId: { exact: device } } : { ...wanted, facingMode: { ideal: "environment" } };
  try {
    return await navigator.mediaDevices.getUserMedia({ video, audio: sound });
  } catch (error) {
    // the camera that was chosen last time is not plugged in: any other will do
    if (device && error instanceof DOMException && error.name === "OverconstrainedError") return capture("", sound);
    throw error;
  }
}

/** @returns {Promise<MediaDeviceInfo[]>} */
export async function cameras() {
  const devices = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return devices.filter(({ kind }) => kind === "videoinput");
}

/** @param {MediaStream | null} stream */
export function stop(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/**
 * A still picture of what a video shows, as a link to it.
 * @param {HTMLVideoElement} video
 * @returns {string | null}
 */
export function still(video) {
  if (!video.videoWidth) return null;
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext("2d")?.drawImage(video, 0, 0);
  return canvas.toDataURL("image/jpeg", 0.85);
}
