import { handler, idParam } from "@/lib/endpoint/route";
import { sliceChangeDto, slicesDto } from "@/lib/features/knowledge/dto";
import { newSlice, sliceQuery } from "@/lib/features/knowledge/schema";
import { addSlice } from "@/lib/features/knowledge/service/slice-changes";
import { listSlices } from "@/lib/features/knowledge/service/slices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Slices of a file of a knowledge base",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  query: sliceQuery,
  response: slicesDto,
  run: ({ actor, params, query }) => listSlices(actor, params.id, query),
});

export const POST = handler({
  summary: "Add a slice of words of a file",
  audit: "knowledge.slice.change",
  any: [P.KB_MANAGE],
  params: idParam,
  body: newSlice,
  response: sliceChangeDto,
  run: ({ actor, params, body }) => addSlice(actor, params.id, body),
});
