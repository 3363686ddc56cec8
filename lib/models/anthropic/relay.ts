import "server-only";
import type { Protocol } from "../types";
import { send } from "../wire/http";

const VERSION = "2023-06-01";

/** Passes a caller's own body on, under the supplier's name of the model. */
export const relay: NonNullable<Protocol["relay"]> = {
  wire: "anthropic",
  send: (channel, body, signal) => {
    const accept = body.stream === true ? "text/event-stream" : "application/json";
    const headers = { "anthropic-version": VERSION };
    const asked = JSON.stringify({ ...body, model: channel.upstreamModel });
    return send(channel, { url: `${channel.baseUrl}/messages`, body: asked, accept, headers }, signal);
  },
};
