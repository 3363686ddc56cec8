import "server-only";
import {
  type Channel,
  type ChatProtocol,
  type OpenedChat,
  type StreamEnd,
  type StreamHandlers,
  SupplierError,
} from "../types";
import { connectionError, secretsOf } from "../wire/errors";
import { type Answer, mediaTypeOf, readJson, send } from "../wire/http";
import { SseReader } from "../wire/sse";
import { chatBody } from "./chat-body";
import { type Chunk, ChunkReader } from "./chunks";
import type { Endpoint } from "./endpoint";
import { sendAdapted } from "./quirks";

const PATH = "/chat/completions";
/** Of an answer that came whole, bytes. */
const WHOLE_MAX = 16_000_000;

/** Chat completions, always streamed. */
export function chatOver(endpoint: Endpoint): ChatProtocol {
  return {
    async open(channel, chat, signal) {
      const url = endpoint(channel, PATH);
      const body = chatBody(channel.template, channel.upstreamModel, chat);
      const answer = await sendAdapted(channel, PATH, body, (adapted) =>
        send(channel, { url, body: JSON.stringify(adapted), accept: "text/event-stream" }, signal),
      );
      return mediaTypeOf(answer) === "application/json"
        ? new WholeAnswer(answer, channel)
        : new OpenedStream(answer, channel);
    },
  };
}

/** For servers that answer at once although a stream was asked for, and for failures told under status 200. */
class WholeAnswer implements OpenedChat {
  constructor(
    private readonly answer: Answer,
    private readonly channel: Channel,
  ) {}

  async read(handlers: StreamHandlers): Promise<StreamEnd> {
    const chunks = new ChunkReader(handlers, secretsOf(this.channel));
    const answer = (await readJson(this.answer, WHOLE_MAX)) as Chunk;
    chunks.whole(answer);
    if (!answer.choices) throw new SupplierError("supplierMalformed");
    return chunks.end();
  }
}

class OpenedStream implements OpenedChat {
  constructor(
    private readonly answer: Answer,
    private readonly channel: Channel,
  ) {}

  /** Plain `data` events: the hot path of every answer (ARCHITECTURE 5). */
  read(handlers: StreamHandlers): Promise<StreamEnd> {
    const { body } = this.answer;
    return new Promise((resolve, reject) => {
      const chunks = new ChunkReader(handlers, secretsOf(this.channel));
      const sse = new SseReader((data) => chunks.data(data));
      const guarded = (work: () => void) => {
        try {
          work();
        } catch (error) {
          reject(error);
          body.destroy();
        }
      };
      body.on("data", (bytes: Buffer) => guarded(() => sse.push(bytes)));
      body.on("end", () =>
        guarded(() => {
          sse.end();
          resolve(chunks.end());
        }),
      );
      body.on("error", (error) => {
        chunks.end();
        reject(connectionError(error));
      });
      body.on("close", () => reject(new SupplierError("interrupted")));
      if (body.destroyed) reject(new SupplierError("interrupted"));
    });
  }
}
