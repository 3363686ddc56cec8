import { RECORDING_SECONDS_MAX, RECORDING_TYPES } from "@/lib/features/chat/limits";

/** Why nothing can be recorded; the texts are those of spec 8. */
export type MicrophoneProblem = "unsupported" | "denied" | "enable";

export class MicrophoneError extends Error {
  constructor(readonly problem: MicrophoneProblem) {
    super(problem);
    this.name = "MicrophoneError";
  }
}

export interface Recording {
  /** Ends it and gives the sound. */
  finish: () => Promise<{ sound: Blob; seconds: number }>;
  /** Ends it and forgets the sound. */
  cancel: () => void;
}

/** Begins to record; `onLimit` is called when the longest time is over. Throws MicrophoneError. */
export async function startRecording(onLimit: () => void): Promise<Recording> {
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") {
    throw new MicrophoneError("unsupported");
  }
  const mediaType = Object.keys(RECORDING_TYPES).find((type) => MediaRecorder.isTypeSupported(type));
  if (!mediaType) throw new MicrophoneError("unsupported");
  const stream = await openMicrophone();
  const recorder = new MediaRecorder(stream, { mimeType: mediaType, audioBitsPerSecond: 64_000 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => {
    if (data.size > 0) pieces.push(data);
  };
  const ended = new Promise<void>((resolve) => {
    recorder.onstop = () => resolve();
  });
  const started = performance.now();
  recorder.start(1000);
  const timer = setTimeout(onLimit, RECORDING_SECONDS_MAX * 1000);
  const close = () => {
    clearTimeout(timer);
    if (recorder.state !== "inactive") recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  };
  return {
    cancel: close,
    finish: async () => {
      const seconds = Math.min(RECORDING_SECONDS_MAX, (performance.now() - started) / 1000);
      close();
      await ended;
      return { sound: new Blob(pieces, { type: mediaType }), seconds };
    },
  };
}

/** Asks for the microphone. A refusal of the person and one that stands already read differently. */
async function openMicrophone(): Promise<MediaStream> {
  const before = await permissionState();
  if (before === "denied") throw new MicrophoneError("enable");
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    const { name } = error as Error;
    if (name === "NotAllowedError") throw new MicrophoneError("denied");
    throw new MicrophoneError(name === "NotFoundError" || name === "NotReadableError" ? "enable" : "unsupported");
  }
}

async function permissionState(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: "microphone" as PermissionName })).state;
  } catch {
    return null;
  }
}
