import { handler, idParam } from "@/lib/endpoint/route";
import { guideDto } from "@/lib/features/login-guide/dto";
import { guideProgress } from "@/lib/features/login-guide/schema";
import { keepProgress, readGuide } from "@/lib/features/login-guide/service/guide";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The admin guide of a login channel, with the values to copy",

  any: [P.CONFIG_SSO],
  params: idParam,
  response: guideDto,
  run: ({ actor, params, request }) => readGuide(actor, params.id, request),
});

export const PUT = handler({
  summary: "Keep the progress of the admin guide",

  any: [P.CONFIG_SSO],
  params: idParam,
  body: guideProgress,
  audit: "guide.change",
  response: guideDto,
  run: ({ actor, params, body, request }) => keepProgress(actor, params.id, body, request),
});
