import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelTask } from "@/lib/features/notifications/service";

export const POST = handler({
  summary: "Cancel an own task",
  exempt: "progress is exempt",

  signedIn: true,
  whenReadOnly: true,
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => cancelTask(actor, params.id),
});
