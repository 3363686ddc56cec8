import "server-only";
import { PassThrough, pipeline, type Readable } from "node:stream";
import type { Channel, Exchange } from "../types";
import { redact, secretsOf } from "./errors";

/** Of a request and of an answer, characters that are kept. */
const KEPT = 20_000;
/** A longer text without a space is bytes in disguise: its beginning tells enough. */
const LONG_RUN = /[A-Za-z0-9+/=_-]{240,}/g;
/** A form as far as it is told. */
interface Form {
  entries(): Iterable<[string, string | { name: string; size: number }]>;
}
const KEY_LIKE = /\bBearer\s+\S+|\b(?:sk|key|token)[-_][\w*-]{12,}|\bAIza[\w-]{10,}/gi;

/** Notes a request; the answer given gets its listeners, so that what passes through them is noted as well. */
export function traceOf(channel: Channel, sent: { method: string; url: URL; body?: string | Form }) {
  const { trace } = channel;
  if (!trace) return null;
  const told = {
    method: sent.method,
    url: `${sent.url.origin}${sent.url.pathname}${sent.url.search}`,
    request: shown(channel, typeof sent.body === "object" ? formText(sent.body) : (sent.body ?? "")).text,
  };
  const tell = (status: number | null, answer: string) => {
    const { text, isCut } = shown(channel, answer);
    trace({ ...told, status, answer: text, isCut } satisfies Exchange);
  };
  return {
    /** No answer, or one that refuses: its words go the way all refusals go. */
    refused: (status: number | null, text: string) => tell(status, redact(text, secretsOf(channel))),
    /** The same body, read along. */
    through(status: number, mediaType: string, body: Readable): Readable {
      const isText = /json|text|event-stream/.test(mediaType);
      const parts: Buffer[] = [];
      let size = 0;
      const tap = new PassThrough({
        transform(part: Buffer, _encoding, done) {
          if (isText && size < KEPT * 4) parts.push(part);
          size += part.length;
          done(null, part);
        },
        // Before the reader learns of the end, so that whoever waits for the answer has this too.
        flush(done) {
          end();
          done();
        },
      });
      let isTold = false;
      const end = () => {
        if (!isTold) tell(status, isText ? Buffer.concat(parts).toString("utf8") : `${mediaType}, ${size} bytes`);
        isTold = true;
      };
      // However it ends: a stopped answer is worth seeing too.
      pipeline(body, tap, end);
      tap.on("error", () => undefined);
      return tap;
    },
  };
}

/** Text that may be shown: no key, encoded bytes by their beginning. */
function shown(channel: Channel, text: string): { text: string; isCut: boolean } {
  const short = text.replace(LONG_RUN, (run) => `${run.slice(0, 40)}… (${run.length})`);
  const safe = secretsOf(channel).reduce((rest, secret) => rest.replaceAll(secret, "***"), short);
  return { text: safe.replace(KEY_LIKE, "***").slice(0, KEPT), isCut: safe.length > KEPT };
}

/** A form's fields; files by name and size. */
function formText(form: Form): string {
  const fields = [...form.entries()].map(([name, value]) => [
    name,
    typeof value === "string" ? value : `${value.name} (${value.size} bytes)`,
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}
