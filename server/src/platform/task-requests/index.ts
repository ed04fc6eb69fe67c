/** A person's wish for a task, which the audit log has. */
export { askForTask, kindOf, putTask, type TaskRequests } from './ask-for-task'
/** What a person did with a task. */
export { recordTask } from './record-task'
