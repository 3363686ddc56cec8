import { handler } from "@/lib/endpoint/route";
import { rereadPageDto } from "@/lib/features/knowledge/reading-dto";
import { rereadPageParams } from "@/lib/features/knowledge/schema";
import { readRereadPage } from "@/lib/features/knowledge/service/rereading";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A page of a file of a knowledge base by both readings",
  any: [P.KB_MANAGE],
  params: rereadPageParams,
  response: rereadPageDto,
  run: ({ actor, params }) => readRereadPage(actor, params.id, params.page),
});
