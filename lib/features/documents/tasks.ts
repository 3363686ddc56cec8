import "server-only";

/** The area's long work; whoever loads a kind makes it known (`lib/tasks/define`). */
export { column } from "./service/cells";
export { overview } from "./service/overview";
