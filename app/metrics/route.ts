import { authorizationToken } from "@/lib/auth/session";
import { sameText } from "@/lib/auth/tokens";
import { env } from "@/lib/config/env";
import { publicHandler } from "@/lib/endpoint/route";
import { AppError } from "@/lib/errors/errors";
import { metrics } from "@/lib/metrics";

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

/** Prometheus text, for METRICS_TOKEN, or without one for loopback callers (spec 10); an unknown path to others. */
export const GET = publicHandler({
  summary: "Metrics for Prometheus, for the machine itself or with a token",
  answers: "text",

  run: async ({ request, meta }) => {
    const { METRICS_TOKEN } = env();
    const given = authorizationToken(request.headers);
    // A proxy on this machine makes every caller a loopback one, so a token that is set is always asked for.
    const allowed = METRICS_TOKEN ? given !== null && sameText(given, METRICS_TOKEN) : LOOPBACK.test(meta.address);
    if (!allowed) throw new AppError("entryNotFound");
    const { registry } = metrics();
    return new Response(await registry.metrics(), {
      headers: { "content-type": registry.contentType, "cache-control": "no-store" },
    });
  },
});
