/**
 * The error catalogue (spec 8): key to envelope code. The text of a key is `errors.<key>` in the caller's language.
 * The HTTP status mirrors the code (ARCHITECTURE 5).
 */
export const ERROR_CODES = {
  unknown: 500,
  operationFailed: 500,
  systemBusy: 503,
  shuttingDown: 503,
  invalidInput: 400,
  invalidJson: 400,
  unauthorized: 401,
  noPermission: 403,
  crossOrigin: 403,
  passwordChangeRequired: 403,
  notFound: 404,
  entryNotFound: 404,
  methodNotAllowed: 405,
  unsupportedMediaType: 415,
  bodyTooLarge: 413,
  tooManyRequests: 429,

  wrongCredentials: 400,
  captchaRequired: 400,
  captchaWrong: 400,
  loginLocked: 429,
  wrongOldPassword: 400,
  passwordUnchanged: 422,
  tokenLoginRefused: 400,
  tokenLoginNotConfigured: 422,

  fileTooLarge: 413,
  volumeExceeded: 422,
  uploadIncomplete: 400,
  fileEmpty: 422,
  pleaseUploadFile: 400,

  chatLimit: 409,
  lastChat: 409,
  chatInputTooLong: 400,
  sessionNameEmpty: 400,
  regenerationLimit: 422,
  notAnAnswer: 422,
  streamGone: 410,

  noModel: 422,
  modelNotFound: 404,
  modelDisabled: 422,
  modelNotForChat: 422,
  modelCannotSee: 422,
  dailyTokenLimit: 429,
  supplierNameTaken: 409,
  modelNameTaken: 409,
  builtinSupplier: 422,
  supplierInUse: 409,
  keyRequiredForNewAddress: 422,
  addressRefused: 422,

  supplierUnreachable: 503,
  supplierTimeout: 503,
  supplierUnauthorized: 503,
  supplierQuota: 503,
  supplierBusy: 503,
  supplierError: 503,
  supplierRefused: 422,
  supplierMalformed: 503,
  contextTooLong: 422,
  contentFiltered: 422,
  interrupted: 503,
} as const;

export type ErrorKey = keyof typeof ERROR_CODES;
export type ErrorArgs = Record<string, string | number>;

/**
 * A failure the caller may see. `args` fill the message's placeholders, `data` travels in the envelope; neither may hold
 * secrets. Everything else that is thrown is logged and answered as `unknown`.
 */
export class AppError extends Error {
  readonly code: number;

  constructor(
    readonly key: ErrorKey,
    readonly options: { args?: ErrorArgs; data?: unknown; cause?: unknown } = {},
  ) {
    super(key, { cause: options.cause });
    this.name = "AppError";
    this.code = ERROR_CODES[key];
  }
}
