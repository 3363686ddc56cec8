import { defineArea } from "@/lib/areas/define";

export const FILES = defineArea({
  errors: {
    fileTooLarge: 413,
    volumeExceeded: 422,
    pictureWanted: 422,
    uploadIncomplete: 400,
    uploadBusy: 409,
    fileEmpty: 422,
    pleaseUploadFile: 400,
    importUnreadable: 422,
    importEncrypted: 422,
    importMarkup: 422,
    importTooLarge: 422,
    importTooManyRows: 422,
    importTimeout: 422,
    importEmpty: 422,
  },
});
