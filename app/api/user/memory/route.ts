import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { memoryListDto } from "@/lib/features/personal/dto";
import { memorySwitch } from "@/lib/features/personal/schema";
import { ownMemory, switchMemory } from "@/lib/features/personal/service/memory";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What the assistant may know of oneself",
  any: [P.USER],
  response: memoryListDto,
  run: ({ actor }) => ownMemory(actor),
});

export const PATCH = handler({
  summary: "Switch the own memory on or off",
  exempt: "a preference of the person's own",

  any: [P.USER],
  body: memorySwitch,
  response: nothing,
  run: ({ actor, body }) => switchMemory(actor, body.enabled),
});
