/** Tasks that people ask for, recorded in the audit log. */
export { askForTask, kindOf, putTask, type TaskRequests } from './ask-for-task'
/** Many at once, with one entry in the audit log. */
export { putTasks } from './put-tasks'
/** What a person did with a task. */
export { recordTask } from './record-task'
