/* SQLite, and what Swift cannot import of it: functions with a variable number of arguments, and a
 * macro that is a cast. */
#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H
#include <sqlite3.h>
#include <stdint.h>

/* A connection and a statement as values that Swift may move between threads. SQLite's "multi-thread" mode
 * (SQLITE_OPEN_NOMUTEX) allows any thread to use them as long as only one does at a time; the lock around
 * them is the user's. (The pointers themselves are never Sendable in Swift.) */
typedef struct __attribute__((swift_attr("@Sendable"))) csqlite_connection {
  sqlite3 *pointer;
} csqlite_connection;
typedef struct __attribute__((swift_attr("@Sendable"))) csqlite_statement {
  sqlite3_stmt *pointer;
} csqlite_statement;

/* While on, closing the last connection does not copy the write-ahead log into the database file. */
static inline int csqlite_no_checkpoint_on_close(sqlite3 *db, int on) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, on, (int *)0);
}

/* Refuses SQL that could damage the file on purpose (writable_schema and its like). */
static inline int csqlite_defensive(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/* Binds bytes that are copied before the call returns. Null with size 0 is an empty text or blob. */
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, uint64_t size) {
  return sqlite3_bind_text64(statement, index, text ? text : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, uint64_t size) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", size, SQLITE_TRANSIENT);
}
#endif
