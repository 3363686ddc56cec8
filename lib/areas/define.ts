/** Status of an answer, and its `code` in the envelope (spec 8). */
export type ErrorCode = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503 | 507;

/** Keys of the roles a fresh installation begins with, besides the administrator's, which holds every code. */
export type FirstRole = "staff" | "visitor";

export interface DeclaredCode {
  code: string;
  /** What a session cookie carries instead of the text: never changed, never used again. A new code takes the next. */
  number: number;
  /** Roles of a fresh installation that hold it. */
  atFirst?: readonly FirstRole[];
}

/** A part of a screen, or the first step of a task, that the command palette leads to. */
export interface Place {
  /** Path of its screen, with what opens the part: whoever may open the screen is offered it. */
  href: string;
  /** It begins something instead of showing it. */
  begins?: true;
  /** A composer offers it among the commands behind `/`. */
  inChat?: true;
}

/** A tool of the app area: one app of every installation, in the square like what people build, with screens of its area's. */
export interface DeclaredTool {
  /** Id of its app, a UUID: the same in every installation and for ever, since marks and grants name it. */
  id: string;
  /** Its first screen, below `/apps/app/{appId}/`. */
  path: string;
  /** One of `APP_ICONS`. */
  icon: string;
}

/** What an area, or a part of the frame, says of itself to the whole product. */
export interface AreaDeclaration {
  /** Permission codes by their name in `P`; what they are called stands under `shared.codes` of the area's texts. */
  codes?: Readonly<Record<string, DeclaredCode>>;
  /** Names of what calls models, by their name in `APP`: the ledger keeps them, so that none is ever renamed. */
  apps?: Readonly<Record<string, string>>;
  /** Keys of the error catalogue; their texts stand under `shared.errors` of the area's texts. */
  errors?: Readonly<Record<string, ErrorCode>>;
  /** Tools of the app area by a key of their own; name and description stand under `shared.appTools` of the texts. */
  appTools?: Readonly<Record<string, DeclaredTool>>;
  /** What the palette leads to besides whole screens; name and other words for it stand under `shared.places` of the texts. */
  places?: Readonly<Record<string, Place>>;
}

/**
 * Declares an area, in the file `area.ts` of its folder. `npm run generate` reads the declaration as data and writes the
 * product's lists from it, so it holds literals only.
 */
export const defineArea = <const Declared extends AreaDeclaration>(area: Declared): Declared => area;
