import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recommendedSettings } from "@/lib/features/knowledge-operations/recommended-schema";
import { changeRecommendedShown } from "@/lib/features/knowledge-operations/service/recommended";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Set how many recommended questions are offered at once",
  audit: "recommended.shown",
  any: [P.KB_CENTER],
  body: recommendedSettings,
  response: nothing,
  run: ({ actor, body }) => changeRecommendedShown(actor, body),
});
