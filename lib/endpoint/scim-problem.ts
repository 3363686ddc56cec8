/** `scimType` of RFC 7644, 3.12. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "tooMany"
  | "uniqueness";

/** What a program that pushes people did wrong. Its detail is for the log of an identity provider: plain English. */
export class ScimProblem extends Error {
  constructor(
    readonly status: number,
    readonly scimType: ScimType | undefined,
    readonly detail: string,
  ) {
    super(detail);
    this.name = "ScimProblem";
  }
}

export const badRequest = (scimType: ScimType, detail: string) => new ScimProblem(400, scimType, detail);
export const taken = (detail: string) => new ScimProblem(409, "uniqueness", detail);
