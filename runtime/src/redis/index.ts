/** A store in Redis for `once: true`, over whichever client the server has. */
export { redisReplayStore, type RedisReplayStoreOptions } from "./redis-replay-store.js";
