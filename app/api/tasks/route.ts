import { listOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { taskDto } from "@/lib/features/notifications/dto";
import { listTasks } from "@/lib/features/notifications/service";

export const GET = handler({
  summary: "List own running tasks",
  signedIn: true,
  response: listOf(taskDto),
  run: ({ actor, locale }) => listTasks(actor, locale),
});
