import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { ownedDto } from "@/lib/features/organisation/dto";
import { ownedTransfer } from "@/lib/features/organisation/schema";
import { readOwned, transferOwned } from "@/lib/features/organisation/service/leaving";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What a person owns that others may need",

  any: [P.ORG_USER],
  params: idParam,
  response: listOf(ownedDto),
  run: ({ actor, params }) => readOwned(actor, params.id),
});

export const POST = handler({
  summary: "Give what a person owns to another",

  any: [P.ORG_USER],
  params: idParam,
  body: ownedTransfer,
  audit: "org.user.transfer",
  response: listOf(ownedDto),
  run: ({ actor, params, body }) => transferOwned(actor, params.id, body.toId),
});
