import { nothing, pageOf } from "@/lib/endpoint/answers";
import { pageQuery } from "@/lib/endpoint/paging";
import { handler, idParam } from "@/lib/endpoint/route";
import { feedbackDto } from "@/lib/features/apps/dto";
import { feedback } from "@/lib/features/apps/schema";
import { giveFeedback, readFeedback } from "@/lib/features/apps/service/requests";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What people said of an app",
  any: [P.APPS_WORKBENCH],
  params: idParam,
  query: pageQuery,
  response: pageOf(feedbackDto),
  run: ({ actor, params, query }) => readFeedback(actor, params.id, query),
});

export const POST = handler({
  summary: "Say something of an app to its owner",
  exempt: "a person's own words",
  any: [P.APPS],
  params: idParam,
  body: feedback,
  response: nothing,
  run: ({ actor, params, body }) => giveFeedback(actor, params.id, body.text),
});
