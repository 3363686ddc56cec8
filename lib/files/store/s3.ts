import "server-only";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { ObjectMissing } from "@/lib/errors/object-missing";
import { type FileStore, keyPrefix } from "../file-store";

export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  /** Both unset: the SDK looks for credentials itself (instance role, profile). */
  accessKey: string | undefined;
  secretKey: string | undefined;
}

/** Files in a bucket of any S3-compatible service. Larger ones go up in parts of 5 MiB, two at a time. */
export function s3Store({ endpoint, bucket: Bucket, region, accessKey, secretKey }: S3Settings): FileStore {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    // Checksums of newer kinds are unknown to many compatible services.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(accessKey && secretKey ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } } : {}),
  });
  const remove = async (Key: string) => {
    await client.send(new DeleteObjectCommand({ Bucket, Key }));
  };
  return {
    async put(Key, source) {
      try {
        await new Upload({ client, params: { Bucket, Key, Body: source }, queueSize: 2 }).done();
      } catch (error) {
        if (source instanceof Readable) source.destroy();
        throw error;
      }
    },
    async read(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key, Range })).catch((error) => {
        throw error instanceof NoSuchKey || error instanceof NotFound ? new ObjectMissing(error) : error;
      });
      return Body as Readable;
    },
    async exists(Key) {
      try {
        await client.send(new HeadObjectCommand({ Bucket, Key }));
        return true;
      } catch (error) {
        if (error instanceof NotFound) return false;
        throw error;
      }
    },
    remove,
    async removeAllOf(fileId) {
      // A page holds a thousand keys, and what is removed leaves the next one: a long document has more of them.
      for (let token: string | undefined; ; ) {
        const asked = { Bucket, Prefix: keyPrefix(fileId), ContinuationToken: token };
        const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(asked));
        for (const { Key } of Contents) if (Key) await remove(Key);
        token = NextContinuationToken;
        if (!token) return;
      }
    },
    async sweepTemporary(before) {
      const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (!Initiated || Initiated >= before) continue;
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    },
  };
}
