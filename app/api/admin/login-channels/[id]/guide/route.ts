import { guideProgress } from "@/lib/features/login-guide/schema";
import { keepProgress, readGuide } from "@/lib/features/login-guide/service/guide";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.CONFIG_SSO],
  params: idParam,
  run: ({ actor, params, request }) => readGuide(actor, params.id, request),
});

export const PUT = handler({
  any: [P.CONFIG_SSO],
  params: idParam,
  body: guideProgress,
  audit: "guide.change",
  run: ({ actor, params, body, request }) => keepProgress(actor, params.id, body, request),
});
