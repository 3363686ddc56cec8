import "server-only";
import type { Protocol } from "../types";
import { send } from "../wire/http";
import type { Endpoint } from "./endpoint";
import { sendAdapted } from "./quirks";

const PATH = "/chat/completions";

/** Passes a caller's own body on, under the supplier's name of the model; figures are always asked for. */
export function relayOver(endpoint: Endpoint): NonNullable<Protocol["relay"]> {
  return {
    wire: "openai",
    send: (channel, body, signal) => {
      const streams = body.stream === true;
      const asked = { ...body, model: channel.upstreamModel, ...(streams ? { stream_options: FIGURES } : {}) };
      const accept = streams ? "text/event-stream" : "application/json";
      const url = endpoint(channel, PATH);
      return sendAdapted(channel, PATH, asked, (adapted) =>
        send(channel, { url, body: JSON.stringify(adapted), accept }, signal),
      );
    },
  };
}

const FIGURES = { include_usage: true };
