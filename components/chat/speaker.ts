import { api } from "@/lib/client/api-client";

/** Whoever speaks now; only one voice at a time. */
let current: { stop: () => void } | null = null;

export interface Speaking {
  stop: () => void;
}

/**
 * Reads an answer aloud, part after part. `onState` tells when the sound begins and when all is over; rejections of calls
 * and of the sound go to `onFailure`.
 */
export function speakAnswer(
  messageId: string,
  on: { onState: (state: "playing" | "ended") => void; onFailure: (error: unknown) => void },
): Speaking {
  current?.stop();
  const abort = new AbortController();
  const audio = new Audio();
  let address = "";
  const release = () => {
    audio.pause();
    if (address) URL.revokeObjectURL(address);
    address = "";
  };
  const speaking: Speaking = {
    stop: () => {
      if (abort.signal.aborted) return;
      abort.abort();
      release();
      if (current === speaking) current = null;
      on.onState("ended");
    },
  };
  current = speaking;

  const play = async (part: number) => {
    const options = { query: { messageId, part }, signal: abort.signal };
    const { blob } = await api.blob("/chat/speech", options, "POST");
    if (abort.signal.aborted) return;
    release();
    address = URL.createObjectURL(blob);
    audio.src = address;
    const over = new Promise<void>((resolve, reject) => {
      audio.onended = () => resolve();
      audio.onerror = () => reject(new Error("sound cannot be played"));
    });
    over.catch(() => undefined);
    await audio.play();
    on.onState("playing");
    await over;
  };
  const run = async () => {
    const { parts } = await api.get("/chat/speech", { query: { messageId }, signal: abort.signal });
    for (let part = 0; part < parts && !abort.signal.aborted; part++) await play(part);
  };
  run()
    .catch((error: unknown) => {
      if (!abort.signal.aborted) on.onFailure(error);
    })
    .finally(() => speaking.stop());
  return speaking;
}
