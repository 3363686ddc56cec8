import { handler, idParam } from "@/lib/endpoint/route";
import { sliceChangeDto, sliceDto } from "@/lib/features/knowledge/dto";
import { sliceChange } from "@/lib/features/knowledge/schema";
import { changeSlice } from "@/lib/features/knowledge/service/slice-changes";
import { readSlice } from "@/lib/features/knowledge/service/slices";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read a slice to change it",
  any: [P.KB_MANAGE],
  params: idParam,
  response: sliceDto,
  run: ({ actor, params }) => readSlice(actor, params.id),
});

export const POST = handler({
  summary: "Edit, split, merge, disable, enable or move a slice",
  audit: "knowledge.slice.change",
  any: [P.KB_MANAGE],
  params: idParam,
  body: sliceChange,
  response: sliceChangeDto,
  run: ({ actor, params, body }) => changeSlice(actor, params.id, body),
});
