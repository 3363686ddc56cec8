import { idParam, publicHandler, readText } from "@/lib/endpoint/route";
import { startedDto } from "@/lib/features/apps/runs-dto";
import { callHook } from "@/lib/features/apps/service/flow/triggers";

/** Bytes of what another system sends. */
const BODY_MAX = 256 * 1024;

/** Whoever calls proves by a signature that they may; no cookie counts. */
export const POST = publicHandler({
  summary: "Begin a run of a workflow from another system, signed",
  audit: "app.hook.call",
  params: idParam,
  response: startedDto,
  run: async ({ params, request, meta }) =>
    callHook(
      params.id,
      {
        timestamp: request.headers.get("x-hook-timestamp"),
        signature: request.headers.get("x-hook-signature"),
        deliveryId: request.headers.get("x-hook-delivery")?.trim().slice(0, 200) || null,
        body: await readText(request, BODY_MAX),
      },
      meta,
    ),
});
