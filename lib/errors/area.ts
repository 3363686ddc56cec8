import { defineArea } from "@/lib/areas/define";

/** Errors of the frame: what any call may answer. */
export const ERRORS = defineArea({
  errors: {
    unknown: 500,
    operationFailed: 500,
    systemBusy: 503,
    shuttingDown: 503,
    storageFull: 507,
    contentMissing: 410,
    invalidInput: 400,
    invalidJson: 400,
    unauthorized: 401,
    noPermission: 403,
    crossOrigin: 403,
    apiKeyInvalid: 401,
    apiKeyScope: 403,
    publicUrlMissing: 422,
    addressRefused: 422,
    staleRecord: 409,
    notFound: 404,
    entryNotFound: 404,
    unsupportedMediaType: 415,
    bodyTooLarge: 413,
    tooManyRequests: 429,
  },
});
