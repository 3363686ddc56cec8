import type { Handler } from "@/lib/endpoint/route";
import type { Calls } from "@/lib/generated/calls";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * The name of a call in `Calls` from the path as a caller writes it: what stands for a parameter becomes `[]`, so that
 * `/chat/sessions/${string}` is the call of `app/api/chat/sessions/[id]/route.ts`.
 */
type CallName<Path extends string> = Path extends `/${infer First}/${infer Rest}`
  ? `/${Segment<First>}${CallName<`/${Rest}`>}`
  : Path extends `/${infer Last}`
    ? `/${Segment<Last>}`
    : never;
type Segment<Text extends string> = string extends Text ? "[]" : `${number}` extends Text ? "[]" : Text;

type HandlerOf<M extends Method, Path extends string> =
  CallName<Path> extends keyof Calls
    ? M extends keyof Calls[CallName<Path>]
      ? Calls[CallName<Path>][M]
      : never
    : never;

/** The path itself where it has such a call; else `never`, so that it does not compile. */
export type KnownPath<M extends Method, Path extends string> = [HandlerOf<M, Path>] extends [never] ? never : Path;

/** What a call answers, by its declaration. */
export type AnswerOf<M extends Method, Path extends string> =
  HandlerOf<M, Path> extends Handler<infer _, infer Answer> ? Answer : never;

/** What a call's body may be; a form for those that take one. */
export type BodyOf<M extends Method, Path extends string> =
  HandlerOf<M, Path> extends Handler<infer Body, infer _> ? Body : never;

/** Paths that have a call of this end behind an id: `/documents/chats` has `/documents/chats/${string}/answer`. */
export type PathWith<End extends string, Call = keyof Calls> = Call extends `${infer Path}/[]/${End}` ? Path : never;
