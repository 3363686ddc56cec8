import { memorySwitch } from "@/lib/features/personal/schema";
import { ownMemory, switchMemory } from "@/lib/features/personal/service/memory";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.USER], run: ({ actor }) => ownMemory(actor) });

export const PATCH = handler({
  any: [P.USER],
  body: memorySwitch,
  run: ({ actor, body }) => switchMemory(actor, body.enabled),
});
