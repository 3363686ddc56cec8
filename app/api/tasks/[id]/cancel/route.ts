import { cancelTask } from "@/lib/features/bell/service";
import { handler, idParam } from "@/lib/http/route";

export const POST = handler({
  summary: "Cancel an own task",
  exempt: "progress is exempt",

  signedIn: true,
  whenReadOnly: true,
  params: idParam,
  run: ({ actor, params }) => cancelTask(actor, params.id),
});
